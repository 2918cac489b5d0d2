import { expose, windowEndpoint } from 'comlink';

let tell;

export function connect(origin) {
  return new Promise((resolve) => {
    const subscribe = (callback) => {
      tell = callback;
      resolve();
    };
    expose({ subscribe }, windowEndpoint(parent, window, origin), [origin]);
  });
}

export const emit = (payload) => void tell(payload);
