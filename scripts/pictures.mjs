// `npm run pictures`: records the demo's scene "A night's sleep" for the README and the site, in light and
// in dark, and takes its last picture by itself and for links. Needs a build (`npm run build`), the sandbox
// (`cargo build -p svc-sandbox`) and Chromium.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '../e2e/support/browser.mjs';
import { evaluate, insideFrame, waitFor } from '../e2e/support/page.mjs';
import { startSandbox } from '../e2e/support/sandbox.mjs';
import { animation } from './lib/animation.mjs';
import { Failure, main, root } from './lib/run.mjs';

/** Both frames and the script above them are in view. */
const WINDOW = { width: 1_000, height: 720 };
/** What chats show of a link. */
const LINK = { width: 1_200, height: 630 };
const EVERY_MS = 150;
/** How long the outcome stays before the recording starts again. */
const OUTCOME_MS = 5_000;
const LARGEST = 1_500_000;
const QUALITY = 0.82;

await main(async () => {
  const sandbox = await startSandbox({ www: 'www' });
  try {
    const { driver, close } = await openBrowser('chromium');
    try {
      for (const scheme of ['light', 'dark']) await record(driver, sandbox.host, scheme);
    } finally {
      await close();
    }
  } finally {
    await sandbox.stop();
  }
});

async function record(driver, host, scheme) {
  await open(driver, host, scheme, WINDOW);
  const clip = await evaluate(driver, () => {
    const { top } = document.querySelector('#script').getBoundingClientRect();
    const { left, right, bottom } = document.querySelector('.embed').getBoundingClientRect();
    const even = (length) => Math.floor(length / 2) * 2;
    return { x: left, y: top + 1, width: even(right - left), height: even(bottom - top - 1) };
  });
  const shots = [];
  const isPlayed = () =>
    evaluate(driver, () => document.getElementById('script').dataset.state !== 'playing');
  const began = performance.now();
  do {
    shots.push({ at: performance.now() - began, data: await shot(driver, clip) });
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  } while (!(await isPlayed()));
  await settled(driver);
  shots.push({ at: performance.now() - began, data: await shot(driver, clip) });

  const { frames, last } = await encode(driver, shots);
  const { width, height } = clip;
  const file = animation({ width, height, frames });
  if (file.length > LARGEST) throw new Failure(`The recording has ${file.length} bytes.`);
  save(`night-${scheme}.webp`, file);
  save(`night-${scheme}-end.webp`, last);

  if (scheme !== 'light') return;
  await open(driver, host, scheme, LINK);
  await waitFor('the end', isPlayed, { timeoutMs: 30_000 });
  await settled(driver);
  save('social.png', Buffer.from(await driver.takeScreenshot(), 'base64'));
}

/** Opens the demo and starts the scene. */
async function open(driver, host, scheme, size) {
  const metrics = { ...size, deviceScaleFactor: 1, mobile: false };
  await driver.sendDevToolsCommand('Emulation.setDeviceMetricsOverride', metrics);
  await driver.sendDevToolsCommand('Emulation.setScrollbarsHidden', { hidden: true });
  const features = [{ name: 'prefers-color-scheme', value: scheme }];
  await driver.sendDevToolsCommand('Emulation.setEmulatedMedia', { features });
  await driver.get(`${host}/`);
  await waitFor('the charts', () => isDrawn(driver), { timeoutMs: 30_000 });
  await evaluate(driver, () => document.querySelector('[data-scene="sleep"]').click());
  await waitFor('both frames', () =>
    evaluate(driver, () => document.getElementById('say').textContent.startsWith('2 of')),
  );
}

/** Whether svc-embed's dashboard has its figures. */
function isDrawn(driver) {
  return insideFrame(driver, '#embed iframe', () =>
    evaluate(
      driver,
      () =>
        document.querySelectorAll('.chart svg').length >= 2 &&
        !document.body.innerText.includes('Loading…'),
    ),
  );
}

/** Waits for the end of the scene to be in view: the dashboard's figures, and those of the strips. */
async function settled(driver) {
  await waitFor('the figures', () => isDrawn(driver), { timeoutMs: 30_000 });
  await new Promise((resolve) => setTimeout(resolve, 600));
}

async function shot(driver, clip) {
  const options = { format: 'png', clip: { ...clip, scale: 1 } };
  const { data } = await driver.sendAndGetDevToolsCommand('Page.captureScreenshot', options);
  return data;
}

/**
 * Lets the browser encode what changes from one picture to the next. Pictures without a change lengthen
 * the one before.
 */
async function encode(driver, shots) {
  // The policy of the demo does not reach there.
  await driver.get('about:blank');
  const encoded = await driver.executeAsyncScript(
    async (shots, quality, done) => {
      const pictures = [];
      let before;
      let last;
      for (const { at, data } of shots) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const { width, height } = bitmap;
        const canvas = new OffscreenCanvas(width, height);
        const context = canvas.getContext('2d', { alpha: false });
        context.drawImage(bitmap, 0, 0);
        const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
        const box = boxOf(before, pixels, width, height);
        before = pixels;
        if (box) pictures.push({ at, ...box, file: await toFile(canvas, box, quality) });
        last = await toFile(canvas, { x: 0, y: 0, width, height }, quality);
      }
      done({ pictures, last });

      /** The smallest box, at even coordinates, outside of which two pictures are the same. */
      function boxOf(before, now, width, height) {
        if (!before) return { x: 0, y: 0, width, height };
        let [left, top, right, bottom] = [width, height, -1, -1];
        for (let at = 0; at < now.length; at++) {
          if (now[at] === before[at]) continue;
          const x = at % width;
          const y = (at - x) / width;
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = Math.max(bottom, y);
        }
        if (right < 0) return undefined;
        const [x, y] = [left & ~1, top & ~1];
        return { x, y, width: right - x + 1, height: bottom - y + 1 };
      }

      async function toFile(canvas, { x, y, width, height }, quality) {
        const part = new OffscreenCanvas(width, height);
        part.getContext('2d', { alpha: false }).drawImage(canvas, -x, -y);
        const blob = await part.convertToBlob({ type: 'image/webp', quality });
        const bytes = new Uint8Array(await blob.arrayBuffer());
        let text = '';
        for (const byte of bytes) text += String.fromCharCode(byte);
        return btoa(text);
      }
    },
    shots,
    QUALITY,
  );
  const { pictures, last } = encoded;
  const frames = pictures.map((picture, index) => ({
    ...picture,
    ms: index + 1 < pictures.length ? pictures[index + 1].at - picture.at : OUTCOME_MS,
    file: Buffer.from(picture.file, 'base64'),
  }));
  return { frames, last: Buffer.from(last, 'base64') };
}

function save(name, bytes) {
  const path = join(root, 'docs', name);
  writeFileSync(path, bytes);
  console.log(`${path}: ${bytes.length} bytes`);
}
