// How fast a scene is played: each step stays for as long as a reader needs, and the viewer can pause it
// or go on at once.

const LEAST_MS = 1_600;
const WORD_MS = 280;
const TICK_MS = 50;

/** `?pace=0` plays without waiting for readers, as tests do; `?pace=2` waits twice as long. */
const factor = Number(new URL(location.href).searchParams.get('pace') ?? 1);

/** How long a text is shown at least, in milliseconds. */
export const readingTime = (text) =>
  Math.max(LEAST_MS, text.split(/\s+/).length * WORD_MS) * factor;

export class Pace {
  isPaused = false;
  #isSkipped = false;

  /** Resolves when a text has been read, or is skipped. Rejects when `signal` is aborted. */
  async read(text, signal) {
    this.#isSkipped = false;
    let left = readingTime(text);
    while ((left > 0 || this.isPaused) && !this.#isSkipped) {
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
      signal.throwIfAborted();
      if (!this.isPaused) left -= TICK_MS;
    }
  }

  /** Ends the step that is shown. What it waits for must still happen. */
  next() {
    this.#isSkipped = true;
  }
}
