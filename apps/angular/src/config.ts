import { provideZonelessChangeDetection, type ApplicationConfig } from '@angular/core';
import { provideClientHydration } from '@angular/platform-browser';
import { provideRouter } from '@angular/router';
import { Home } from './home';
import { Kept } from './kept';
import { Sales } from './sales';

export const config: ApplicationConfig = {
  providers: [
    provideZonelessChangeDetection(),
    provideClientHydration(),
    provideRouter([
      { path: '', component: Sales },
      { path: 'kept', component: Home },
      { path: 'kept/sales', component: Kept },
    ]),
  ],
};
