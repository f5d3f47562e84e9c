/* Days and times are told by the zone of who reads them; the cookie holds wherever the pad lives. */

function tellZone() {
  const said = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  const kept = () => document.cookie.split("; ").includes(said);
  const known = kept();
  document.cookie = `${said}; path=${document.documentElement.dataset.root || "/"}; max-age=31536000; samesite=lax`;
  return !known && kept();
}
