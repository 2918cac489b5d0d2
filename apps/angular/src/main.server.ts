import { mergeApplicationConfig } from '@angular/core';
import { bootstrapApplication, type BootstrapContext } from '@angular/platform-browser';
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr';
import { App } from './app';
import { config } from './config';

const rendering = withRoutes([{ path: '**', renderMode: RenderMode.Prerender }]);
const ofServer = mergeApplicationConfig(config, { providers: [provideServerRendering(rendering)] });

const bootstrap = (context: BootstrapContext) => bootstrapApplication(App, ofServer, context);

export default bootstrap;
