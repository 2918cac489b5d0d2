// The sandbox's time in this page: what the service said last, plus what has passed since. It goes by
// the monotonic clock, so that a wrong wall clock of the viewer's machine changes nothing.

const RECONNECT_MS = 1_500;

let said = { now: Date.now(), at: performance.now() };
const listeners = new Set<() => void>();

export function now(): number {
  return Math.round(said.now + performance.now() - said.at);
}

export function sync(serverNow: number): void {
  said = { now: serverNow, at: performance.now() };
  for (const listener of listeners) listener();
}

/** Calls back whenever the service says what time it is: after each move of its clock too. */
export function onSync(listener: () => void): void {
  listeners.add(listener);
}

export function connect(): void {
  const address = new URL('/embed/api/clock', location.href);
  address.protocol = 'ws:';
  const socket = new WebSocket(address);
  const ask = () => {
    if (document.visibilityState === 'visible' && socket.readyState === WebSocket.OPEN)
      socket.send('now');
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as { now: number };
    sync(message.now);
  };
  socket.onclose = () => {
    document.removeEventListener('visibilitychange', ask);
    setTimeout(connect, RECONNECT_MS);
  };
  // The monotonic clock may have stood still while the machine slept.
  document.addEventListener('visibilitychange', ask);
}
