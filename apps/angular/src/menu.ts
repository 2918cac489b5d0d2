import { Component } from '@angular/core';
import { RouterLink } from '@angular/router';

@Component({
  selector: 'app-menu',
  imports: [RouterLink],
  template: '<nav><a routerLink="/kept">Home</a> <a routerLink="/kept/sales">Sales</a></nav>',
})
export class Menu {}
