/** The twelve questions of `svc-embed doctor`, and how their answers are printed. */
import { oneLine } from '../management/values.js';

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
  session: 'Does the tenant make a session id?',
  page: 'Does the embed page answer?',
  frame: 'May pages of other origins frame it?',
};

/** What was found out about a question. */
export interface Found {
  compared: number;
  /** How many things the tenant's document leaves open. */
  open: number;
  differences: string[];
  /** What could not be compared, and why. */
  unread: string[];
  /** The answer in words, instead of the numbers. */
  detail?: string;
}
/** A text says what is missing to ask the question. */
export type Answers = Partial<Record<keyof typeof QUESTIONS, Found | string>>;

export const finding = (): Found => ({ compared: 0, open: 0, differences: [], unread: [] });
export const yes = (detail: string): Found => ({ ...finding(), compared: 1, detail });
export const no = (detail: string): Found => ({ ...yes(detail), differences: [detail] });
export const unknown = (detail: string): Found => ({ ...finding(), unread: [detail], detail });

/** The report and the exit code. */
export function reportOf(source: string, answers: Answers) {
  const all = Object.entries(QUESTIONS).map(([question, words]) => {
    const found = answers[question as keyof Answers] ?? 'a file was read';
    if (typeof found === 'string')
      return { words, answer: 'not asked', detail: found, ...finding() };
    const { compared, open, differences, unread } = found;
    const answer = differences[0] ? 'no' : unread[0] || compared === 0 ? 'unknown' : 'yes';
    const left = open > 0 ? `; the document leaves ${open} open` : '';
    const detail = `${compared} compared, ${differences.length} differ${left}`;
    return { words, answer, detail, ...found };
  });
  const has = (wanted: string) => all.some(({ answer }) => answer === wanted);
  const code = has('no') ? 1 : has('unknown') ? 2 : 0;
  const lines = all.flatMap(({ words, answer, detail, differences, unread }, index) => {
    const found = [...differences, ...unread.map((why) => `not compared: ${why}`)];
    const shown = found.filter((line) => !line.endsWith(detail));
    const head = `${String(index + 1).padStart(2)}. ${words} ${answer}: ${detail}`;
    return [head, ...shown.map((line) => `      ${line}`)];
  });
  // What a tenant says must neither move a terminal nor begin a line, which may be a command in CI.
  return { code, text: [source, '', ...lines, ''].map(oneLine).join('\n') };
}
