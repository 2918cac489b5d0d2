import { dirname } from 'node:path';

// Where the node_modules are: in a project of its own, Next finds this by itself.
export default { turbopack: { root: dirname(import.meta.dirname) } };
