// The API of measurement 7, in a process of its own. It prepares all answers before the first
// request, and sends its address to the parent.

import { createServer } from 'node:http';

const PAGES = 100;
const PER_PAGE = 100;
const FILE = 50 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'a,b,c\n');

const report = (id) => ({
  id,
  deploymentId: 7,
  name: `Orders by region and month, number ${id}`,
  publicId: `report-${id}`,
  folderId: id % 12,
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-02T16:45:00.000Z',
  user: { id: 5, email: 'ada@example.com', firstName: 'Ada', picture: null },
});

const pages = Array.from({ length: PAGES }, (_, page) =>
  JSON.stringify({
    items: Array.from({ length: PER_PAGE }, (_, place) => report(page * PER_PAGE + place)),
    pageInfo: {
      hasNextPage: page + 1 < PAGES,
      endCursor: page + 1 < PAGES ? String(page + 1) : null,
    },
  }),
);

const workbook = JSON.stringify({
  id: 42,
  deploymentId: 7,
  name: 'Copy of Sales',
  meta: {},
  calculatedFields: {},
  createdAt: '2026-03-01T09:30:00.000Z',
  updatedAt: '2026-03-01T09:30:00.000Z',
  type: 'WORKBOOK',
});

const server = createServer((request, response) => {
  request.resume();
  const { pathname, searchParams } = new URL(request.url, 'http://localhost');
  if (pathname.endsWith('/reports')) json(response, pages[Number(searchParams.get('after') ?? 0)]);
  else if (pathname.endsWith('/duplicate')) json(response, workbook);
  else if (pathname.endsWith('/download')) download(response);
  else response.writeHead(404).end();
});

function json(response, text) {
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function download(response) {
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': FILE });
  let left = FILE;
  const more = () => {
    while (left > 0) {
      const chunk = CHUNK.subarray(0, Math.min(left, CHUNK.length));
      left -= chunk.length;
      if (!response.write(chunk)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
process.once('disconnect', () => process.exit());
