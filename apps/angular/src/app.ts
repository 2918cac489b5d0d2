import { Component, inject } from '@angular/core';
import { ResolveEnd, Router, RouterLink, RouterOutlet } from '@angular/router';
import { hideKept } from 'svc-embed/keep';

@Component({
  selector: 'app-root',
  imports: [RouterLink, RouterOutlet],
  template: `
    <nav><a routerLink="/kept">Home</a> <a routerLink="/kept/sales">Sales</a></nav>
    <router-outlet />
  `,
})
export class App {
  constructor() {
    inject(Router).events.subscribe((event) => event instanceof ResolveEnd && hideKept());
  }
}
