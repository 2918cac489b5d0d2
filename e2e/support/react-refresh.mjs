// Fast refresh has to be there before React's renderer is: this is imported first.

import * as ReactRefresh from 'react-refresh/runtime';

ReactRefresh.injectIntoGlobalHook(window);

export { ReactRefresh };
