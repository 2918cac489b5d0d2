/** The twelve questions of `svc-embed doctor`, and how their answers are printed. */

const QUESTIONS = {
  document: "Can the tenant's document be read?",
  operations: 'Does it have every operation of svc-embed?',
  unknown: 'Does svc-embed know every operation of the tenant?',
  query: 'Are the parameters of the queries the same?',
  bodies: 'Are the bodies the same?',
  answers: 'Are the answers the same?',
  assumptions: 'Are the assumptions of svc-embed right?',
  credential: 'Does the tenant accept the credential?',
  requests: 'Are requests that change nothing answered?',
  session: 'Does the tenant make a session id? (--mint)',
  page: 'Does the embed page answer? (--dashboard)',
  frame: 'May pages of other origins frame it? (--dashboard)',
};

/**
 * One thing that was found out. Each place that was compared has a row `compared`, and one more for each
 * difference: it is `other`, `absent` (the tenant does not have it) or `new` (this version does not know it).
 */
export interface Row {
  question: keyof typeof QUESTIONS;
  /** What the tenant's document does not describe is `open`. What could not be compared is `unread`. */
  state: 'compared' | 'other' | 'absent' | 'new' | 'open' | 'unread';
  text: string;
  /** The place in an operation. */
  at?: string;
}

/** The lines of the report, and the exit code. */
export function reportOf(source: string, rows: readonly Row[]) {
  const answers = new Set<string>();
  const lines = Object.entries(QUESTIONS).flatMap(([question, words], index) => {
    const own = rows.filter((row) => row.question === question);
    const of = (...states: Row['state'][]) => own.filter(({ state }) => states.includes(state));
    const [compared, open, unread] = [of('compared'), of('open'), of('unread')];
    const differences = of('other', 'absent', 'new');
    const known = differences[0] ? 'no' : unread[0] || !compared[0] ? 'unknown' : 'yes';
    // The first seven are about the document, which was read.
    const isAsked = own[0] !== undefined || index < 7;
    const answer = isAsked ? known : 'not asked';
    answers.add(answer);
    const head = `${String(index + 1).padStart(2)}. ${words} ${answer}`;
    if (!isAsked) return head;
    if (own[0] && !own[1]) return `${head}: ${own[0].text}`;
    const left = open[0] ? `; the document leaves ${open.length} open` : '';
    return [
      `${head}: ${compared.length} compared, ${differences.length} differ${left}`,
      ...differences.map(({ state, text }) => `      ${state.padEnd(6)} ${text}`),
      ...unread.map(({ text }) => `      not compared: ${text}`),
    ];
  });
  const code = answers.has('no') ? 1 : answers.has('unknown') ? 2 : 0;
  return { code, lines: [source, '', ...lines] };
}
