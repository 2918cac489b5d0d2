// Formats times and durations.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long a session of the service works. */
export const LIFETIME_MS = 23 * HOUR;

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dayTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const date = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short' });

/** `Fri 27 Nov, 14:02:11` */
export function dateTime(at) {
  return `${date.format(at).replace(',', '')}, ${time.format(at)}`;
}

/** `14:02:11` */
export function clockTime(at) {
  return time.format(at);
}

/** `Fri 14:02:11` */
export function weekdayTime(at) {
  return dayTime.format(at).replace(',', '');
}

/** The two largest units: `2 d 3 h`, `22 h 30 min`, `4 min 5 s`, `12 s`. */
export function duration(ms) {
  const total = Math.abs(ms);
  if (total < MINUTE) return `${Math.round(total / SECOND)} s`;
  const [large, largeUnit, small, smallUnit] =
    total >= DAY
      ? [DAY, 'd', HOUR, 'h']
      : total >= HOUR
        ? [HOUR, 'h', MINUTE, 'min']
        : [MINUTE, 'min', SECOND, 's'];
  const rounded = Math.round(total / small) * small;
  const rest = (rounded % large) / small;
  return `${Math.floor(rounded / large)} ${largeUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`;
}

/**
 * The end of a session that began at `began`: `at` is when, and `about` is 'about ' if the embed has
 * not reported it. It reports its end only when it is expiring.
 */
export function endOf(expiresAt, began) {
  return expiresAt === null
    ? { at: began + LIFETIME_MS, about: 'about ' }
    : { at: expiresAt, about: '' };
}

/** `+22 h 30 min`, `−1 h` */
export function signedDuration(ms) {
  return `${ms < 0 ? '−' : '+'}${duration(ms)}`;
}
