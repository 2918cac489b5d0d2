// Must be imported first, because fast refresh must be set up before React's renderer is loaded.

// @ts-expect-error: it has no types.
import * as ReactRefresh from 'react-refresh/runtime';

ReactRefresh.injectIntoGlobalHook(window);

export { ReactRefresh };
