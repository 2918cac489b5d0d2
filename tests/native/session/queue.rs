//! The turns of a page of embeds, by their places.

use svc_embed::session::{Turn, Turns, grant};

#[derive(Default)]
pub struct Queue {
    turns: Turns,
    embeds: Vec<Turn>,
}

impl Queue {
    /// Whether `embed` has a turn now; otherwise it waits.
    pub fn request(&mut self, embed: usize) -> bool {
        let turn = self.of(embed);
        let mut asking = *turn;
        self.turns.request(&mut asking);
        *self.of(embed) = asking;
        let granted = self.grant();
        assert!(granted.is_none_or(|granted| granted == embed));
        *self.of(embed) == Turn::TAKEN
    }

    /// Gives the turn of `embed` back. Whoever is returned has it now.
    pub fn release(&mut self, embed: usize) -> Option<usize> {
        self.withdraw(embed);
        self.grant()
    }

    /// `embed` has no turn, and waits for none.
    pub fn withdraw(&mut self, embed: usize) {
        *self.of(embed) = Turn::NONE;
    }

    fn of(&mut self, embed: usize) -> &mut Turn {
        if self.embeds.len() <= embed {
            self.embeds.resize(embed + 1, Turn::NONE);
        }
        &mut self.embeds[embed]
    }

    fn grant(&mut self) -> Option<usize> {
        grant(self.embeds.iter_mut().enumerate())
    }
}
