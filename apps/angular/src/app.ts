import { Component, inject } from '@angular/core';
import { RouteReuseStrategy, RouterLink, RouterOutlet } from '@angular/router';
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
    // Called just before a route is removed: after `ResolveEnd`, the next one may yet have to be loaded.
    inject(RouteReuseStrategy).shouldDetach = () => (hideKept(), false);
  }
}
