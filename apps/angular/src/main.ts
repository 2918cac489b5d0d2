import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app';
import { config } from './config';

await bootstrapApplication(App, config);
