/* Days of another clock than the reader's: now that the pad knows the zone, the page is asked for once more. */

function elsewhere({ dateTime }) {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(dateTime) || [];
  return sign !== undefined && -new Date(dateTime).getTimezoneOffset() !== Number(sign + 1) * (hours * 60 + Number(minutes));
}

if (tellZone() && [...document.querySelectorAll("time[datetime]")].some(elsewhere)) location.reload();
