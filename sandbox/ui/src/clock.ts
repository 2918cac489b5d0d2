// The sandbox's time in this page: the last time that the service sent, plus the time since then by
// the monotonic clock. A wrong wall clock on the viewer's machine changes nothing.

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

/** Calls back whenever the service sends its time, also after each move of its clock. */
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
  // The monotonic clock may have stopped while the machine slept.
  document.addEventListener('visibilitychange', ask);
}
