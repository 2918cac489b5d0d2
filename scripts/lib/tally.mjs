// Counts passed and failed checks.

import { Failure, print, say } from './run.mjs';

/**
 * A check that cannot be done on this machine. It counts neither as passed nor as failed, and the
 * summary names it.
 */
export class NotDone extends Failure {}

/** Counts the steps of a suite. A step that fails does not stop the steps after it. */
export class Tally {
  passed = 0;
  failed = 0;
  /** What could not be checked, for example because the network cannot be reached. */
  notDone = [];
  /** What was printed of each failure: of a long run, often only the end is kept. */
  failures = [];

  /** A step that counts as one: it passes unless `body` rejects. */
  async step(title, body) {
    say(title);
    const error = await errorOf(body);
    if (error instanceof NotDone) {
      this.notDone.push(title);
      print(`? ${title}: not checked. ${error.message}`);
    } else if (error) this.fail(title, error);
    else this.passed += 1;
  }

  /** A step that runs many tests. `body` receives a function that adds to the counts. */
  async tests(title, body) {
    say(title);
    let passed = 0;
    let failed = 0;
    const error = await errorOf(() =>
      body((more) => {
        passed += more.passed ?? 0;
        failed += more.failed ?? 0;
        if (more.failure !== undefined) this.failures.push(more.failure);
      }),
    );
    this.passed += passed;
    this.failed += failed;
    if (failed > 0) return;
    if (error) this.fail(title, error);
    else if (passed === 0) this.fail(title, new Failure('No test ran.'));
  }

  fail(title, error) {
    this.failed += 1;
    const text = `✗ ${title}: ${error instanceof Failure ? error.message : error.stack}`;
    print(text);
    this.failures.push(error.output ? `${text}\n${error.output}` : text);
  }
}

/**
 * Adds the counts of lines `test result: ok. 3 passed; 0 failed; …` (cargo test), and what
 * is printed of the failures before them.
 */
export function countRust(add) {
  let isFailure = false;
  return (line) => {
    const found = line.match(/test result: .*?(\d+) passed; (\d+) failed/);
    if (found) add({ passed: Number(found[1]), failed: Number(found[2]) });
    isFailure = !found && (isFailure || line === 'failures:');
    if (isFailure) add({ failure: line });
  };
}

/**
 * Adds the counts of lines `# pass 3` and `# fail 0` (node --test), and what is printed of the
 * failures after them.
 */
export function countNode(add) {
  let isFailure = false;
  return (line) => {
    isFailure ||= line.startsWith('✖ failing tests:');
    if (isFailure) add({ failure: line });
    const found = line.match(/^(?:#|ℹ) (pass|fail|cancelled) (\d+)/);
    if (!found) return;
    const count = Number(found[2]);
    add({ [found[1] === 'pass' ? 'passed' : 'failed']: count });
  };
}

/** What `body` rejects with; undefined if it resolves. */
async function errorOf(body) {
  try {
    await body();
  } catch (error) {
    return error;
  }
}
