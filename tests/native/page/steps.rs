//! What may happen to a page, step by step: inputs at any time, in the middle of polling, and inside
//! effects. The random histories and the fuzz target are made of these.

use super::*;
use svc_embed::session::MintFailure;

/// Which of the embeds that were opened, counted from the last; also embeds that are gone.
pub type Which = usize;

#[derive(Debug, Clone, Copy)]
pub enum Op {
    Open(Setup),
    /// The mint under way returns this id.
    Minted(Which, u64),
    /// A mint from before returns this id.
    MintedLate(Which, u64),
    MintFails(Which, MintFailure),
    Session(Which, session::Input),
    /// The iframe has another document. The browser reports it by itself, never while an effect is
    /// being done.
    Document(Which, session::Input),
    Expires {
        which: Which,
        lapsed: bool,
        left: Millis,
    },
    /// An event with numbers that need not be true, or numbers at all.
    Claims {
        which: Which,
        lapsed: bool,
        at: f64,
        left: f64,
    },
    /// The wall clock is set.
    Wall(f64),
    Act(Which, bool),
    NoteUsedId(u64),
    /// Loads fail from now on, or no longer.
    Loads(bool),
    Windows(bool),
    Pass(Millis),
    /// Timers fire for so long.
    Run(Millis),
}

#[derive(Debug, Clone)]
pub struct Step {
    pub op: Op,
    /// How many effects are polled after it; `None` for all.
    pub polls: Option<usize>,
    /// What the page's code does inside the effects that follow, one inside each.
    pub inside: Vec<Op>,
}

impl World {
    fn which(&self, which: Which) -> Option<EmbedId> {
        let count = self.members.len();
        let place = (count.checked_sub(1)?).checked_sub(which % count.max(1))?;
        Some(self.members[place].id)
    }

    /// Does `op`. Its effects are still to be polled.
    fn perform(&mut self, op: Op, number: u32) {
        match op {
            Op::Open(setup) => {
                let is_full = self.members.iter().filter(|it| !it.is_closed).count() == EMBEDS;
                assert_eq!(self.open_quietly(&setup).is_err(), is_full);
            }
            Op::Minted(which, id) => {
                let Some(embed) = self.which(which) else {
                    return;
                };
                if let Some(ticket) = self.member(embed).mint {
                    self.hand_in(embed, Input::Minted(ticket, TextHash::new(id)));
                }
            }
            Op::MintedLate(which, id) => {
                let Some(embed) = self.which(which) else {
                    return;
                };
                let member = self.member(embed);
                let mut late = member.tickets.iter().filter(|it| member.mint != Some(**it));
                if let Some(&ticket) = late.next() {
                    self.hand_in(embed, Input::Minted(ticket, TextHash::new(id)));
                }
            }
            Op::MintFails(which, failure) => {
                let Some(embed) = self.which(which) else {
                    return;
                };
                if let Some(ticket) = self.member(embed).mint {
                    self.hand_in(embed, session::Input::MintFailed(ticket, failure));
                }
            }
            Op::Document(which, input) => {
                self.drain();
                if let Some(id) = self.which(which) {
                    self.hand_in(id, input);
                }
            }
            Op::Session(which, input) => {
                if let Some(embed) = self.which(which) {
                    self.hand_in(embed, input);
                }
            }
            Op::Expires {
                which,
                lapsed,
                left,
            } => {
                let Some(embed) = self.which(which) else {
                    return;
                };
                let (wall, ends) = (self.now.wall, self.now.wall + left);
                let input = if lapsed {
                    session::Input::Expired {
                        expired_at: wall,
                        reported_at: wall,
                    }
                } else {
                    session::Input::Expiring {
                        expires_at: ends,
                        expires_in: left,
                    }
                };
                self.hand_in(embed, input);
            }
            Op::Claims {
                which,
                lapsed,
                at,
                left,
            } => {
                if let Some(embed) = self.which(which) {
                    self.hand_in(embed, claim(lapsed, at, left));
                }
            }
            Op::Wall(number) => {
                self.now.wall = Epoch::from_number(number);
                self.has_leapt = true;
            }
            Op::Act(which, lasts) => {
                if let Some(embed) = self.which(which) {
                    let is_gone = self.page.state(embed).is_none();
                    assert_eq!(self.act(embed, number, lasts).is_err(), is_gone);
                }
            }
            Op::NoteUsedId(id) => self.note_used_id(id),
            Op::Loads(well) => self.load_error = (!well).then_some(Error::NotReloadable),
            Op::Windows(well) => self.is_unreachable = !well,
            Op::Pass(time) => self.pass(time),
            Op::Run(_) => self.pass(Millis::ZERO),
        }
    }

    /// Ends what is still to happen inside effects, and does every effect that is left. Loads work
    /// again.
    pub fn settle(&mut self) {
        self.inside.clear();
        self.drain();
        self.load_error = None;
    }

    pub fn play(&mut self, step: Step, number: u32) {
        for (place, op) in step.inside.into_iter().enumerate() {
            let number = number + 1 + u32::try_from(place).unwrap();
            self.inside.push((
                Box::new(|_, _| true),
                Box::new(move |world: &mut World| {
                    world.perform(op, number);
                    // Like the shells, an input inside an effect polls what is left.
                    while world.step() {}
                }),
            ));
        }
        let run = match step.op {
            Op::Run(time) => Some(time),
            _ => None,
        };
        self.perform(step.op, number);
        match step.polls {
            Some(polls) => {
                for _ in 0..polls {
                    self.step();
                }
            }
            None => self.drain(),
        }
        if let Some(time) = run {
            self.drain();
            self.advance(time);
        }
    }
}

/// An event of a session with these numbers.
fn claim(lapsed: bool, at: f64, left: f64) -> session::Input {
    if lapsed {
        session::Input::Expired {
            expired_at: Epoch::from_number(at),
            reported_at: Epoch::from_number(left),
        }
    } else {
        session::Input::Expiring {
            expires_at: Epoch::from_number(at),
            expires_in: Millis::from_number(left),
        }
    }
}
