//! The operator's packages.

use crate::refusal::Refusal;

/// A package for a number.
pub struct Package {
    pub code: &'static str,
    pub name: &'static str,
    /// Days until it expires or is renewed.
    pub days: i64,
    /// Satang; billed to the number at each renewal too.
    pub price: i64,
    pub renews: bool,
}

const fn once(code: &'static str, name: &'static str, days: i64, price: i64) -> Package {
    Package { code, name, days, price, renews: false }
}

const fn monthly(code: &'static str, name: &'static str, price: i64) -> Package {
    Package { code, name, days: 30, price, renews: true }
}

pub const PACKAGES: &[Package] = &[
    once("game-data-1d", "Game data 1 day", 1, 1_900),
    once("game-data-3d", "Game data 3 days", 3, 4_500),
    once("game-data-7d", "Game data 7 days", 7, 8_900),
    once("game-data-30d", "Game data 30 days", 30, 24_900),
    once("game-data-30d-max", "Game data 30 days max", 30, 39_900),
    monthly("arcade-pass", "Arcade Pass", 9_900),
    monthly("arcade-pass-family", "Arcade Pass Family", 17_900),
    monthly("squad-plus", "Squad Plus", 7_900),
    monthly("squad-plus-pro", "Squad Plus Pro", 14_900),
    monthly("nimbus-basic", "Nimbus Basic", 14_900),
    monthly("nimbus-plus", "Nimbus Plus", 24_900),
    once("nimbus-day", "Nimbus day pass", 1, 2_900),
    monthly("skydeck-standard", "Skydeck Standard", 19_900),
    monthly("skydeck-ultra", "Skydeck Ultra", 34_900),
];

pub fn find(code: &str) -> Result<&'static Package, Refusal> {
    PACKAGES
        .iter()
        .find(|package| package.code == code)
        .ok_or_else(|| Refusal::new(404, "package_unknown", format!("no package {code}")))
}
