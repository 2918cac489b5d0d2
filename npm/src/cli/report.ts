/** Writes what the doctor found, for people. */
import { oneLine } from '../management/values.js';
import type { Asked } from './asks.js';
import type { Comparison, Difference } from './compare.js';
import type { Framed } from './frame.js';

/** What the doctor found. `--json` prints it as it is. */
export interface Report {
  /** The address of the service, or the file with its document. */
  readonly source: string;
  readonly comparison: Comparison;
  /** What the service was asked; empty if only a file was read. */
  readonly asked: readonly Asked[];
  /** True if a session id was minted, a sentence if that failed, null if it was not tried. */
  readonly minted: true | string | null;
  readonly embed: Framed | null;
}

/** The most lines of one kind. */
const MOST_LINES = 40;

/** The number of things that differ from what this version knows. */
export const countOf = ({ comparison, asked, embed, minted }: Report): number =>
  comparison.differences.length +
  asked.reduce((sum, { unlike }) => sum + unlike.length, 0) +
  (embed?.isAllowed === false ? 1 : 0) +
  (typeof minted === 'string' ? 1 : 0);

/** The report as text. */
export function textOf(report: Report): string {
  const { source, comparison, asked, minted, embed } = report;
  const { operations, same, presumptions, differences, additions } = comparison;
  const isPresumed = ({ operation }: Difference) =>
    presumptions.some((presumption) => presumption.operation === operation);
  const confirmed = presumptions.filter(({ isConfirmed }) => isConfirmed).length;
  const first = differences.filter(isPresumed);
  const others = differences.filter((difference) => !isPresumed(difference));
  const lines = [
    source,
    '',
    `${operations} operations: ${same} are the same.`,
    `${presumptions.length} assumptions of svc-embed: ${confirmed} are right for this tenant.`,
    ...section('Assumptions that are wrong for this tenant', first.map(lineOf)),
    ...section('Differences', others.map(lineOf)),
    `The tenant's document describes ${additions.length} things that the service's description does not.`,
  ];
  if (asked.length > 0) {
    const answered = asked.filter(({ isAnswered }) => isAnswered).length;
    const refused = asked.filter(({ isAnswered }) => !isAnswered);
    const unlike = asked.flatMap((one) => one.unlike.map((text) => `${one.operation}: ${text}`));
    lines.push(
      ...['', `${asked.length} requests that change nothing: ${answered} were answered.`],
      ...section(
        'Not answered',
        refused.map(({ detail }) => detail),
      ),
      ...section('Answers that differ from what svc-embed knows', unlike),
    );
  }
  if (minted === true) lines.push('', 'A session id was minted.');
  else if (minted !== null) lines.push('', `No session id was minted: ${minted}`);
  if (embed) lines.push('', ...embedLines(embed));
  const count = countOf(report);
  lines.push('', count === 0 ? 'No difference.' : `${count} differences.`);
  // What a tenant says must neither move a terminal nor begin a line, which may be a command in CI.
  return lines.map(oneLine).join('\n') + '\n';
}

/** A report as JSON, in which no text has a code of a terminal. */
export const jsonOf = (report: unknown): string =>
  JSON.stringify(report, null, 2).replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, (mark) =>
    mark
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  ) + '\n';

const lineOf = ({ kind, operation, at, ours, theirs }: Difference): string =>
  `${kind.padEnd(6)} ${operation}, ${at}: ${ours} → ${theirs}`;

function section(title: string, lines: string[]): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MOST_LINES).map((line) => `  ${line}`);
  const rest = lines.length - shown.length;
  return [
    '',
    `${title}:`,
    ...shown,
    ...(rest > 0 ? [`  and ${rest} more (--json has all)`] : []),
    '',
  ];
}

function embedLines({
  path,
  status,
  location,
  frameAncestors,
  frameOptions,
  verdict,
}: Framed): string[] {
  return [
    `The embed page ${path}: ${status}${location ? `, to ${location}` : ''}`,
    `  frame-ancestors: ${frameAncestors ?? 'none given'}; X-Frame-Options: ${frameOptions ?? 'none given'}`,
    `  ${verdict}`,
    ...(status < 400
      ? ['  Not checked: allowEmbed of the dashboard. If it is false, the embed shows an error.']
      : []),
  ];
}
