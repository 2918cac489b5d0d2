//! The plot: the mints of each second.

use std::fmt::Write as _;

use crate::report::grouped;
use crate::times::{second_of, whole};
use crate::world::Storm;
use crate::{EXPIRING, MINUTE, Scene};

/// One diagram: two lines over the same time.
struct Diagram<'a> {
    title: String,
    /// Drawn last, and so on top.
    blue: &'a [u32],
    orange: &'a [u32],
    names: [&'static str; 2],
}

pub fn plot(scenes: &[Scene], outage: Option<&Storm>) -> String {
    let mut diagrams: Vec<Diagram<'_>> = scenes
        .chunks_exact(2)
        .filter_map(|pair| match pair {
            [with, without] => Some(Diagram {
                title: format!("Opened {}: mints per second", with.opened),
                blue: &with.storm.asked,
                orange: &without.storm.asked,
                names: ["with spread", "without"],
            }),
            _ => None,
        })
        .collect();
    diagrams.extend(outage.map(|storm| Diagram {
        title: "Opened within a minute, backend down for ten minutes".to_owned(),
        blue: &storm.minted,
        orange: &storm.asked,
        names: ["mints", "attempts"],
    }));
    let height = 200 * diagrams.len() + 20;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 {height}\" font-family=\"system-ui, sans-serif\" font-size=\"12\">\n\
         <rect width=\"800\" height=\"{height}\" fill=\"#fff\"/>\n",
    );
    let mut top = 40.0;
    for diagram in &diagrams {
        diagram.draw(&mut out, top);
        top += 200.0;
    }
    out.push_str("</svg>\n");
    out
}

impl Diagram<'_> {
    /// Draws the hundred minutes around the first renewals.
    fn draw(&self, out: &mut String, top: f64) {
        const WIDTH: f64 = 720.0;
        const HEIGHT: f64 = 150.0;
        const LENGTH: usize = 6_000;
        let from = second_of(EXPIRING - 15 * MINUTE);
        let window = |mints: &[u32]| -> Vec<u32> {
            let seconds: Vec<u32> = mints.iter().skip(from).take(LENGTH).copied().collect();
            let tens = seconds.chunks(10);
            tens.map(|ten| ten.iter().copied().max().unwrap_or(0))
                .collect()
        };
        let lines = [
            (window(self.orange), "#e8590c"),
            (window(self.blue), "#3b5bdb"),
        ];
        let most = lines.iter().flat_map(|(line, _)| line).max().copied();
        let most = most.unwrap_or(1).max(1);
        let bottom = top + HEIGHT;
        let [blue, orange] = self.names;
        let _ = writeln!(
            out,
            "<text x=\"50\" y=\"{title:.0}\" font-weight=\"600\">{}</text>\
             <rect x=\"600\" y=\"{box:.0}\" width=\"10\" height=\"10\" fill=\"#3b5bdb\"/><text x=\"615\" y=\"{title:.0}\">{blue}</text>\
             <rect x=\"690\" y=\"{box:.0}\" width=\"10\" height=\"10\" fill=\"#e8590c\"/><text x=\"705\" y=\"{title:.0}\">{orange}</text>",
            self.title,
            title = top - 14.0,
            box = top - 23.0,
        );
        let _ = writeln!(
            out,
            "<path d=\"M50 {top:.0}V{bottom:.0}H770\" fill=\"none\" stroke=\"#868e96\"/><text x=\"44\" y=\"{:.0}\" text-anchor=\"end\">{}</text><text x=\"44\" y=\"{bottom:.0}\" text-anchor=\"end\">0</text>",
            top + 8.0,
            grouped(most.into()),
        );
        for (line, colour) in &lines {
            let mut path = String::new();
            for (place, &mints) in line.iter().enumerate() {
                let x = 50.0 + WIDTH * fraction(place * 10, LENGTH);
                let y = top + HEIGHT * (1.0 - fraction(mints as usize, most as usize));
                let command = if place == 0 { 'M' } else { 'L' };
                let _ = write!(path, "{command}{x:.1} {y:.1}");
            }
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
            );
        }
        for minutes in (0..=100u32).step_by(20) {
            let x = 50.0 + WIDTH * f64::from(minutes) / 100.0;
            let _ = writeln!(
                out,
                "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\" fill=\"#495057\">{}</text>",
                bottom + 16.0,
                age(minutes),
            );
        }
    }
}

/// The time since the first tab was opened, where the plot shows `minutes`.
fn age(minutes: u32) -> String {
    let start = u32::try_from(whole(EXPIRING - 15 * MINUTE, MINUTE)).unwrap_or_default();
    let total = start + minutes;
    format!("{}:{:02} h", total / 60, total % 60)
}

#[expect(clippy::cast_precision_loss, reason = "for a plot")]
fn fraction(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}
