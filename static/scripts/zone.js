/* Days and times are told by the zone of who reads them; the cookie holds wherever the pad lives. */

function tellZone() {
  const said = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  const kept = () => document.cookie.split("; ").includes(said);
  const known = kept();
  setCookie(said);
  return !known && kept();
}

/* A cookie of this pad, for a year. */
function setCookie(said) {
  const secure = location.protocol === "https:" ? "; secure" : "", root = document.documentElement.dataset.root || "/";
  document.cookie = `${said}; path=${root}; max-age=31536000; samesite=lax${secure}`;
}
