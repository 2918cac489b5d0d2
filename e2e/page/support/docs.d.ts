// Packages of the documentation, which may not be installed.

declare module '@angular/compiler' {}
declare module '@angular/core' {
  export const Component: any;
  export const createComponent: any;
  export const provideZonelessChangeDetection: any;
}
declare module '@angular/platform-browser' {
  export const createApplication: any;
}

declare module 'vue';
declare module 'vue-router';
