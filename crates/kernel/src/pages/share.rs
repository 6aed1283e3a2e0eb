//! Cards for shared links. The server draws them as pictures of 1200 × 630, in the look of the covers.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// Raised whenever cards are drawn in another way, so that their pictures get new addresses.
const DRAWING: u8 = 1;

/// The words and colours of a picture, in one language. Texts that do not fit are cut at a word.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ShareCard {
    /// The kind of page, or the state of its subject, in a few words
    pub eyebrow: String,
    /// Whether the eyebrow names something that can be done or watched now
    pub live: bool,
    pub title: String,
    /// At most four short texts; others are left out
    pub facts: Vec<String>,
    /// Hue of the cover, 0 to 359
    pub hue: i32,
    /// Motif of the cover, a shape of the web's `glyphs.svg`
    pub motif: String,
    /// Mark of the cover, another of its shapes
    pub glyph: Option<String>,
    /// A result, drawn in place of the facts
    pub score: Option<ShareScore>,
}

/// The result of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ShareScore {
    pub home: String,
    pub away: String,
    pub home_points: i32,
    pub away_points: i32,
}

impl ShareCard {
    /// Returns a text that differs for every other card, for the picture's address.
    pub fn version(&self) -> String {
        let words = serde_json::to_vec(self).unwrap_or_default();
        hex::encode(&Sha256::new().chain_update([DRAWING]).chain_update(words).finalize()[..8])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_card_has_another_version() {
        let card = ShareCard { title: "RoV".to_owned(), ..ShareCard::default() };
        let scored = ShareCard { score: Some(ShareScore { home_points: 2, ..ShareScore::default() }), ..card.clone() };
        assert_eq!(card.version(), card.clone().version());
        assert_eq!(card.version().len(), 16);
        assert_ne!(card.version(), scored.version());
    }
}
