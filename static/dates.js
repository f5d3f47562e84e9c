/* Persian readers know the days of their own calendar: the browser tells them where it can. */
"use strict";

const persian = (moment, parts) => new Intl.DateTimeFormat("fa-IR-u-ca-persian", parts).format(moment);

for (const time of document.querySelectorAll("time[datetime]")) {
  const moment = new Date(time.dateTime);
  if (Number.isNaN(moment.valueOf())) continue; // a row that was spoilt shows no day
  if (time.matches(".day")) {
    time.querySelector("b").textContent = persian(moment, { day: "numeric" });
    const [month, year] = time.querySelectorAll("small");
    month.textContent = persian(moment, { month: "long" });
    if (year) year.textContent = persian(moment, { year: "numeric" }).replace(/[^۰-۹]/g, "");
  } else if (time.matches("[data-day]")) {
    time.textContent = persian(moment, { dateStyle: "medium" });
  }
}

for (const heading of document.querySelectorAll("h2.month")) {
  const first = heading.nextElementSibling?.querySelector("time");
  const moment = new Date(first?.dateTime);
  if (!Number.isNaN(moment.valueOf())) heading.textContent = persian(moment, { month: "long", year: "numeric" });
}
