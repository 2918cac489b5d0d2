// Simulates days on one page. The test moves the service's clock from one expiry to the next and
// switches on faults of the page's backend and of the service. After each day every session must be
// active.

import { setTimeout as sleep } from 'node:timers/promises';
import { chanceFrom } from './chance.mjs';
import { openCrowd } from './crowd.mjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The lifetime of a signed session, and how long before its end the service reports it expiring. */
const LIFETIME = 23 * HOUR;
const EXPIRING_BEFORE = 30 * MINUTE;

const MINT_TIMEOUT_MS = 400;
const RENEWAL = {
  spreadMs: 150,
  confirmMs: 300,
  retryMinMs: 50,
  retryMaxMs: 200,
  mintTimeoutMs: MINT_TIMEOUT_MS,
};

/** The limit of the bridge for mints that run at the same time on one page. */
const MINTS_AT_A_TIME = 4;

/** The page is settled if nothing has happened for this long. */
const QUIET_MS = 350;
/** The limit for a renewal of all embeds, including faults. */
const SETTLE_MS = 25_000;
/** Longer than all attempts of one renewal and the pauses between them. */
const OUTAGE_MS = 3_000;

const FAULTS = ['down', 'slow', 'hang', 'junk', 'number', 'empty', 'repeat'];

/**
 * How the page's clocks move when the service's clock jumps: both, as in a tab in the background; or only the
 * wall clock, as on a machine that slept.
 */
const CLOCKS = {
  awake: (ms) => ({ wall: ms, monotonic: ms }),
  asleep: (ms) => ({ wall: ms, monotonic: 0 }),
};

/** The share of the embeds that the test reloads and replaces. */
const CHANGING_SHARE = 0.2;

/** Runs the simulation. Resolves to what failed, in sentences. */
export async function runLongDay({ driver, sandbox, days, embeds, seed }) {
  const chance = chanceFrom(seed);
  const changing = Math.ceil(embeds * CHANGING_SHARE);
  const failures = [];

  await sandbox.reset();
  const crowd = await openCrowd(driver, { ...sandbox, embeds, renewal: RENEWAL });
  await settled();
  await crowd.askFrames(0);
  const start = (await sandbox.state()).now;
  let before = { deliveredTwice: 0, presentedTooOften: 0, moves: 0 };

  for (let day = 1; day <= days; day++) {
    await live(start + day * DAY);
    await check(day);
  }
  return failures;

  /** One day: the clock jumps from expiry to expiry, most of them with a fault. */
  async function live(dayEnd) {
    for (;;) {
      const { now, sessions } = await sandbox.state();
      if (now >= dayEnd) return;
      const leap = nextLeap(chance, now, sessions, dayEnd);
      if (!leap.due) {
        await moveClocks(leap.ms);
        continue;
      }
      // Renews some embeds while nothing expires. These then get no report of their session's end.
      await renewSome();
      if (chance.happens(0.5)) await settled();
      const outage = chance.happens(0.1);
      await breakThings(outage);
      await moveClocks(leap.ms);
      await renewSome();
      await changeSome();
      if (chance.happens(0.15)) {
        // Another jump while the renewals run.
        await sleep(chance.between(20, 300));
        await moveClocks(chance.between(1, 40) * MINUTE);
      }
      if (outage) {
        await sleep(OUTAGE_MS);
        await sandbox.fault({ backend: { mode: 'ok' } });
      }
      await settled();
    }
  }

  async function moveClocks(ms) {
    const clock = chance.pick(Object.keys(CLOCKS));
    await crowd.shiftClocks(CLOCKS[clock](ms));
    await sandbox.clock.advance(Math.round(ms));
    if (clock === 'asleep') await crowd.returnToPage();
  }

  async function breakThings(outage) {
    if (outage) {
      await sandbox.fault({ backend: { mode: 'down' } });
    } else if (chance.happens(0.75)) {
      const mode = chance.pick(FAULTS);
      const times = chance.whole(1, Math.ceil(embeds / 2));
      // Some answers are slower than the mint timeout.
      const delay = mode === 'slow' ? { delayMs: chance.whole(50, 2 * MINT_TIMEOUT_MS) } : {};
      await sandbox.fault({ backend: { mode, times, ...delay } });
    }
    if (chance.happens(0.3)) {
      const times = chance.whole(1, Math.ceil(embeds / 4));
      await sandbox.fault({ rejectExchanges: times });
    }
  }

  async function renewSome() {
    if (!chance.happens(0.3)) return;
    for (let count = chance.whole(1, 5); count > 0; count--) {
      const slot = chance.whole(0, embeds - 1);
      await crowd.call('renew', slot);
    }
  }

  async function changeSome() {
    for (const change of ['reload', 'replace', 'move']) {
      if (!chance.happens(0.4)) continue;
      const slot = embeds - chance.whole(1, changing);
      await crowd.call(change, slot);
    }
  }

  function settled() {
    return crowd.call('settled', QUIET_MS, SETTLE_MS);
  }

  /** The sessions that the service still accepts. */
  async function usable() {
    const { sessions } = await sandbox.state();
    return sessions.filter(({ status }) => status === 'active' || status === 'expiring');
  }

  /** The end of a day: all faults are switched off, and all embeds must be well. */
  async function check(day) {
    const fail = (sentence) => failures.push(`day ${day}: ${sentence}`);
    await sandbox.fault({ backend: { mode: 'ok' }, rejectExchanges: 0 });
    await settled();
    // On a busy machine an embed hears late that the service's clock was moved: all is quiet then, and
    // nothing is renewed yet.
    for (
      let waited = 0;
      waited < SETTLE_MS && (await usable()).length < embeds;
      waited += QUIET_MS
    ) {
      await sleep(QUIET_MS);
      await settled();
    }
    if ((await crowd.call('look')).stopped > 0) {
      // A stopped session starts again when the viewer returns to the page.
      await crowd.returnToPage();
      await settled();
    }
    const { well, ill } = await crowd.call('look');
    if (well !== embeds) fail(`${embeds - well} sessions are not active: ${JSON.stringify(ill)}`);

    // The bridge's view can be wrong, so the embeds are asked too.
    const lost = await lostSessions();
    if (lost.length > 0) fail(`embeds without an active session: ${JSON.stringify(lost)}`);

    const { length } = await usable();
    if (length < embeds) fail(`the service has only ${length} usable sessions`);
    const { counts } = await sandbox.state();

    const notes = await crowd.notes();
    const presented = counts.exchanges + counts.rejectedExchanges;
    const now = {
      deliveredTwice: notes.deliveredTwice,
      // The browser presents the old id of an iframe that was moved once more.
      presentedTooOften: Math.max(0, presented - counts.mints - notes.moves),
      moves: notes.moves,
    };
    const since = Object.fromEntries(Object.keys(now).map((key) => [key, now[key] - before[key]]));
    before = now;
    const { deliveredTwice, moves } = since;
    if (deliveredTwice > moves)
      fail(`${deliveredTwice} ids were delivered twice, with ${moves} moves`);
    if (since.presentedTooOften > 0) fail('more ids were presented than minted');
    if (notes.mostMintsUnderWay > MINTS_AT_A_TIME) {
      fail(`${notes.mostMintsUnderWay} mints ran at the same time`);
    }
    if (notes.mostMintsOfOneEmbed > 1) fail('two mints of one embed ran at the same time');
    if (notes.unsettled > 0) fail(`${notes.unsettled} promises of renew() or reload() are pending`);
    if (notes.dropped > 0) fail(`${notes.dropped} messages were dropped`);
  }

  /**
   * The iframes whose session is not active, or whose document was loaded again. Tries three times,
   * because on a busy machine an embed may learn late that the clock has moved.
   */
  async function lostSessions() {
    const isLost = ({ slot, session, mark }) =>
      session !== 'active' || (mark === null && slot < embeds - changing);
    let lost = [];
    for (let tries = 0; tries < 3; tries++) {
      lost = (await crowd.askFrames(1)).filter(isLost);
      if (lost.length === 0) break;
      await sleep(1_000);
      await settled();
    }
    return lost;
  }
}

/** The jump to the next expiry or past it; to the end of the day if no session expires before. */
function nextLeap(chance, now, sessions, dayEnd) {
  const expiring = sessions
    .filter(({ status }) => status === 'active')
    .map(({ expiresAt }) => expiresAt - EXPIRING_BEFORE);
  const next = Math.min(...expiring);
  if (!(next < dayEnd)) return { ms: dayEnd - now, due: false };
  if (!chance.happens(0.3)) return { ms: next + chance.between(0.2, 25) * MINUTE - now, due: true };
  const end = chance.pick([
    // Just expired; expired for hours; or so late that sessions that were renewed just now expire.
    next + EXPIRING_BEFORE + chance.between(0.2, 30) * MINUTE,
    next + EXPIRING_BEFORE + chance.between(0.2, 6 * 60) * MINUTE,
    now + LIFETIME + chance.between(0.2, 45) * MINUTE,
  ]);
  return { ms: end - now, due: true };
}
