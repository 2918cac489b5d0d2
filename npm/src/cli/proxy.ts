/** A `fetch` that goes through the proxy of HTTPS_PROXY, which that of Node 20 does not. */
import { request } from 'node:https';
import { request as plainRequest } from 'node:http';
import { Readable } from 'node:stream';
import { HttpsProxyAgent } from 'https-proxy-agent';
// @ts-expect-error: it has no types.
import { getProxyForUrl } from 'proxy-from-env';

const direct = globalThis.fetch;

/** Sends a request through the proxy that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name for its URL. Follows no redirect. */
export const fetch: typeof direct = async (input, init) => {
  const asked = new Request(input, init);
  const proxy = getProxyForUrl(asked.url) as string;
  if (!proxy) return direct(input, init);
  const body = Buffer.from(await asked.arrayBuffer());
  const { method, signal, url } = asked;
  const headers = Object.fromEntries(asked.headers);
  const agent = new HttpsProxyAgent(proxy);
  const send = url.startsWith('https:') ? request : plainRequest;
  return new Promise((resolve, reject) =>
    send(url, { method, headers, agent, signal }, (answer) => {
      const { statusCode: status = 0, headers: its } = answer;
      const given = Object.entries(its).map(([name, value]): [string, string] => [
        name,
        `${value}`,
      ]);
      const isEmpty = status === 204 || status === 304;
      const stream = Readable.toWeb(answer) as unknown as BodyInit;
      resolve(new Response(isEmpty ? null : stream, { status, headers: given }));
    })
      .on('error', reject)
      .end(body),
  );
};
