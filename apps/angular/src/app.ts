import { Component, inject } from '@angular/core';
import { ResolveEnd, Router, RouterOutlet } from '@angular/router';
import { hideKept } from 'svc-embed/keep';

@Component({ selector: 'app-root', imports: [RouterOutlet], template: '<router-outlet />' })
export class App {
  constructor() {
    inject(Router).events.subscribe((event) => event instanceof ResolveEnd && hideKept());
  }
}
