// What a page with React has, bundled by `react.mjs`.

import { ReactRefresh } from './react-refresh.mjs';
import * as React from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { SvcEmbed, useSvcEmbed } from 'svc-embed/react';

window.page = {
  React,
  ReactRefresh,
  SvcEmbed,
  createRoot,
  flushSync,
  hydrateRoot,
  parse: JSON.parse,
  useSvcEmbed,
};
