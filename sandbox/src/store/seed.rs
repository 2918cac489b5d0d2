//! Two years of orders of an online shop, and a few weeks in the future.
//!
//! The random generator of each day is seeded with the date, so a day has the same orders whenever
//! the sandbox was started. Future days appear when the sandbox's clock is moved.

use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, params};

const DAYS_BACK: i64 = 760;
const DAYS_AHEAD: i64 = 35;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;
/// 2024-01-01, the start of the growth.
const FIRST_DAY: i64 = 19_723;

/// Each category, with its weight and its products and prices.
type Category = (&'static str, u32, [(&'static str, u32); 4]);

#[rustfmt::skip]
const CATEGORIES: [Category; 6] = [
    ("Electronics", 22, [("Wireless headphones", 129), ("Portable speaker", 79), ("Action camera", 249), ("E-reader", 139)]),
    ("Home & Kitchen", 26, [("Espresso maker", 189), ("Cast-iron pan", 59), ("Desk lamp", 45), ("Linen bedding", 119)]),
    ("Apparel", 24, [("Merino sweater", 89), ("Rain jacket", 149), ("Running shoes", 119), ("Canvas backpack", 69)]),
    ("Sports & Outdoors", 14, [("Two-person tent", 219), ("Yoga mat", 39), ("Climbing harness", 65), ("Trail bottle", 24)]),
    ("Beauty", 9, [("Face serum", 42), ("Shaving kit", 54), ("Hand cream set", 28), ("Beard oil", 22)]),
    ("Books & Toys", 11, [("Building blocks", 49), ("Board game", 38), ("Picture book", 18), ("Puzzle, 1000 pieces", 21)]),
];

const REGIONS: [(&str, u32); 5] = [
    ("North America", 38),
    ("Europe", 31),
    ("Asia Pacific", 18),
    ("Latin America", 8),
    ("Middle East & Africa", 5),
];

#[rustfmt::skip]
const FIRST_NAMES: [&str; 32] = [
    "Amara", "Benoît", "Chiara", "Dmitri", "Elena", "Farid", "Grace", "Hiroshi",
    "Ingrid", "Jamal", "Keiko", "Lucía", "Mateo", "Nadia", "Oliver", "Priya",
    "Quentin", "Rosa", "Sven", "Tariq", "Uma", "Viktor", "Wanjiru", "Ximena",
    "Yusuf", "Zofia", "Anselm", "Beatriz", "Caspar", "Delphine", "Emeka", "Freya",
];

#[rustfmt::skip]
const LAST_NAMES: [&str; 32] = [
    "Abara", "Bianchi", "Costa", "Dubois", "Eriksen", "Fischer", "García", "Haddad",
    "Ito", "Jensen", "Kowalski", "Laurent", "Moreau", "Nakamura", "Okafor", "Patel",
    "Quispe", "Rossi", "Sato", "Tanaka", "Ueda", "Vargas", "Weber", "Xu",
    "Yilmaz", "Zhang", "Almeida", "Brandt", "Castillo", "Doyle", "Engel", "Faure",
];

/// Fills the table of orders around today.
pub fn orders(connection: &Connection) -> Result<(), rusqlite::Error> {
    let today = today();
    let mut statement = connection.prepare(
        "INSERT INTO orders (number, created_at, customer, region, category, product, status, amount, ship_hours)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    for day in today - DAYS_BACK..=today + DAYS_AHEAD {
        let mut random = Random::of_day(day);
        let mut times: Vec<i64> = (0..orders_of(day, &mut random))
            .map(|_| time_of_day(&mut random))
            .collect();
        times.sort_unstable();
        for (index, time) in (1_i64..).zip(times) {
            let order = Drawn::new(&mut random, day, today);
            statement.execute(params![
                format!("SO-{}-{index:02}", day - FIRST_DAY + 1_000),
                day * DAY_MS + time,
                order.customer,
                order.region,
                order.category,
                order.product,
                order.status,
                order.cents,
                order.ship_hours,
            ])?;
        }
    }
    Ok(())
}

fn today() -> i64 {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |elapsed| elapsed.as_secs());
    i64::try_from(seconds).unwrap_or_default() / 86_400
}

/// Steady growth, busier weekends, a peak before the end of the year and a quiet summer.
fn orders_of(day: i64, random: &mut Random) -> u32 {
    let growth = 100 + (day - FIRST_DAY).max(0) / 12;
    let weekday = (day + 4).rem_euclid(7); // 0: Sunday
    let week = if matches!(weekday, 0 | 6) { 122 } else { 96 };
    let day_of_year = day.rem_euclid(365);
    let season = match day_of_year {
        318..=338 => 150,
        339..=360 => 135,
        180..=225 => 84,
        _ => 100,
    };
    let base = 20 * growth * week * season / 1_000_000;
    let spread = i64::from(random.below(13)) - 6;
    u32::try_from((base + spread).max(3)).unwrap_or(3)
}

/// More orders in the afternoon and evening than at night.
fn time_of_day(random: &mut Random) -> i64 {
    let one = i64::from(random.below(86_400));
    let other = i64::from(random.below(86_400));
    let late = one.max(other);
    late * 1_000 + i64::from(random.below(1_000))
}

struct Drawn {
    customer: String,
    region: &'static str,
    category: &'static str,
    product: &'static str,
    status: &'static str,
    cents: i64,
    ship_hours: Option<u32>,
}

impl Drawn {
    fn new(random: &mut Random, day: i64, today: i64) -> Self {
        let (category, _, products) = random.weighted(&CATEGORIES, |(_, weight, _)| *weight);
        let (product, price) = random.one_of(products);
        let (region, _) = random.weighted(&REGIONS, |(_, weight)| *weight);
        let customer = format!(
            "{} {}",
            random.one_of(&FIRST_NAMES),
            random.one_of(&LAST_NAMES)
        );
        let quantity = if random.below(4) == 0 { 2 } else { 1 };
        let shipping = random.below(1_200);
        let cents = i64::from(price * quantity * 100 + shipping);
        let ship_hours = 6 + random.below(20) + random.below(34);
        let status = status(today - day, random.below(100));
        Self {
            customer,
            region,
            category,
            product,
            status,
            cents,
            ship_hours: (!matches!(status, "processing" | "cancelled")).then_some(ship_hours),
        }
    }
}

/// An order is open at first. After ten days its status is final.
fn status(age_days: i64, draw: u32) -> &'static str {
    let settled = match age_days {
        ..=1 => 0,
        2..=4 => 25,
        5..=9 => 70,
        _ => 100,
    };
    match draw {
        0..=3 => "cancelled",
        4..=8 if age_days > 6 => "returned",
        _ if draw < settled => "completed",
        _ if age_days > 1 => "shipped",
        _ => "processing",
    }
}

/// `SplitMix64`: small, and the same on every machine.
struct Random(u64);

impl Random {
    fn of_day(day: i64) -> Self {
        Self(day.unsigned_abs().wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u32) -> u32 {
        let high = self.next() >> 32;
        u32::try_from((high * u64::from(limit)) >> 32).unwrap_or_default()
    }

    fn one_of<T: Copy, const N: usize>(&mut self, items: &[T; N]) -> T {
        self.weighted(items, |_| 1).to_owned()
    }

    fn weighted<'a, T, const N: usize>(
        &mut self,
        items: &'a [T; N],
        weight: impl Fn(&T) -> u32,
    ) -> &'a T {
        const { assert!(N > 0) };
        let mut draw = self.below(items.iter().map(&weight).sum());
        let [first, ..] = items.as_slice() else {
            unreachable!("N > 0")
        };
        items
            .iter()
            .find(|item| {
                let weight = weight(item);
                let hit = draw < weight;
                draw = draw.saturating_sub(weight);
                hit
            })
            .unwrap_or(first)
    }
}
