import { dirname } from 'node:path';

export default {
  // Next then hides a route that is left in an `<Activity>`, and keeps it.
  cacheComponents: true,
  // Where the node_modules are: in a project of its own, Next finds this by itself.
  turbopack: { root: dirname(import.meta.dirname) },
  rewrites: () => [{ source: '/api/:path*', destination: `${process.env.BACKEND}/api/:path*` }],
};
