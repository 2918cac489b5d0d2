import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';

@Component({
  selector: 'app-menu',
  imports: [RouterLink],
  template: `
    <nav>
      <a routerLink="/kept">Home</a> <a routerLink="/kept/sales">Sales</a>
      <a [routerLink]="'/kept/boards/' + (n() + 1)">Next</a>
    </nav>
  `,
})
export class Menu {
  readonly n = input(0);
}
