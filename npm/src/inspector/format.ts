// Times and durations, as the inspector writes them.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const exactClock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
});

/** Whether a time can be written as a date. A message may have any number. */
export function isDate(time: number): boolean {
  return Math.abs(time) <= 8.64e15;
}

/** `14:02:11` */
export function clockTime(at: number): string {
  return isDate(at) ? clock.format(at) : 'no time';
}

/** `14:02:11.034` */
export function exactTime(at: number): string {
  return exactClock.format(at);
}

/** `34 ms`, `3.0 s`, `4 min 5 s`, `22 h` */
export function duration(ms: number): string {
  if (ms < SECOND) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  const [large, largeUnit, small, smallUnit] =
    ms < HOUR ? ([MINUTE, 'min', SECOND, 's'] as const) : ([HOUR, 'h', MINUTE, 'min'] as const);
  const rest = Math.floor((ms % large) / small);
  return `${Math.floor(ms / large)} ${largeUnit}${rest > 0 ? ` ${rest} ${smallUnit}` : ''}`;
}

/** The time of day, and how far it is from `now`: `14:02:11, in 4 s`. */
export function moment(at: number, now: number): string {
  // Whole seconds, since this changes every second.
  const away = Math.round((at - now) / SECOND) * SECOND;
  const [before, after] = away < 0 ? ['', ' ago'] : ['in ', ''];
  const far = Math.abs(away);
  const text = far < MINUTE ? `${far / SECOND} s` : duration(far);
  return `${clockTime(at)}, ${before}${text}${after}`;
}

/** `sentAt` as `Sent at`, `errorCode` as `Error code`. */
export function words(name: string): string {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
