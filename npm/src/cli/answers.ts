/** The twelve questions of `svc-embed doctor`, and how their answers are printed. */
import { oneLine } from '../management/values.js';
import { jsonOf } from './output.js';

const QUESTIONS = {
  document: "Can the tenant's document be read?",
  operations: 'Does it have every operation of svc-embed?',
  unknown: 'Does svc-embed know every operation of the tenant?',
  query: 'Are the parameters of the queries the same?',
  bodies: 'Are the bodies the same?',
  answers: 'Are the answers the same?',
  assumptions: 'Are the assumptions of svc-embed right?',
  credential: 'Does the tenant accept the credential?',
  requests: 'Are the answers to requests that change nothing as described?',
  session: 'Does the tenant make a session id?',
  page: 'Does the embed page answer?',
  frame: 'May your page frame it?',
};

/** What was found out about a question, or what is missing to ask it. */
export interface Found {
  compared: number;
  /** How many things the tenant's document leaves open. */
  open?: number;
  differences: string[];
  /** What could not be compared, and why. */
  unread: string[];
  /** The answer in words, instead of the numbers. */
  detail?: string;
}
export type Answers = Partial<Record<keyof typeof QUESTIONS, Found | string>>;

export const finding = (): Required<Omit<Found, 'detail'>> => ({
  ...{ compared: 0, open: 0, differences: [], unread: [] },
});
export const yes = (detail: string): Found => ({ ...finding(), compared: 1, detail });
export const no = (detail: string): Found => ({ ...yes(detail), differences: [detail] });
export const unknown = (detail: string): Found => ({ ...finding(), unread: [detail], detail });

/** The most lines of one answer. */
const MOST_LINES = 40;

/** The report as text or as JSON, and the exit code. */
export function reportOf(source: string, answers: Answers, fixes: object, isJson: boolean) {
  const all = Object.entries(QUESTIONS).map(([question, words]) => {
    const found = answers[question as keyof Answers] ?? 'a file was read';
    if (typeof found === 'string')
      return { question, words, answer: 'not asked', detail: found, ...finding() };
    const { compared, open = 0, differences, unread } = found;
    const answer = differences[0] ? 'no' : unread[0] || compared === 0 ? 'unknown' : 'yes';
    const left = open > 0 ? `; the document leaves ${open} open` : '';
    const detail = `${compared} compared, ${differences.length} differ${left}`;
    return { question, words, answer, detail, ...found };
  });
  const sum = (count: (one: Found) => number) => all.reduce((total, one) => total + count(one), 0);
  const [differences, unread] = [
    sum((one) => one.differences.length),
    sum((one) => one.unread.length),
  ];
  const code = differences > 0 ? 1 : all.some(({ answer }) => answer === 'unknown') ? 2 : 0;
  if (isJson) return { code, text: jsonOf({ source, questions: all, fixes }) };
  const lines = all.flatMap(({ words, answer, detail, ...one }, index) => {
    const found = [...one.differences, ...one.unread.map((why) => `not compared: ${why}`)];
    const shown = found.filter((line) => !line.endsWith(detail)).slice(0, MOST_LINES);
    if (found.length > MOST_LINES)
      shown.push(`and ${found.length - MOST_LINES} more (--json has all)`);
    const head = `${String(index + 1).padStart(2)}. ${words} ${answer}: ${detail}`;
    return [head, ...shown.map((line) => `      ${line}`)];
  });
  const said = differences === 0 ? 'No difference' : `${differences} differences`;
  const left = unread === 0 ? '' : ` ${unread} could not be compared.`;
  const total = `${sum(({ compared }) => compared)} things were compared. ${said}.${left}`;
  // What a tenant says must neither move a terminal nor begin a line, which may be a command in CI.
  return { code, text: [source, '', ...lines, '', total, ''].map(oneLine).join('\n') };
}
