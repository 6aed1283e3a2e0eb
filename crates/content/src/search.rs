//! Search in the help centre: titles, headings and texts of the manual, and the questions.
//!
//! A Thai search has no spaces: it is cut into words as a dictionary would. A word with a typing error is compared by likeness with the words of
//! titles and headings.

use std::collections::BTreeSet;

use icu_segmenter::options::WordBreakInvariantOptions;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed};
use manao_domain::text::normalise;
use manao_kernel::problem::Lang;

use crate::kinds::{ArticleKind, LANGS};
use crate::snapshot::Article;

/// Characters of a search that are read, and words of it.
const LENGTH: usize = 80;
const WORDS: usize = 10;
/// Characters around the first found word that a hit shows.
const EXCERPT: usize = 60;

/// The searched texts of one article in one language.
#[derive(Debug)]
pub struct Searchable {
    article: i64,
    lang: Lang,
    title: String,
    /// The headings, each with its anchor
    headings: Vec<(String, String)>,
    text: String,
    /// Words of title and headings, for likeness
    words: BTreeSet<String>,
}

/// A page that a search found.
#[derive(Debug)]
pub struct Hit<'a> {
    pub article: &'a Article,
    /// The heading that holds the search, with its anchor
    pub heading: Option<(&'a str, &'a str)>,
    pub excerpt: String,
}

impl Searchable {
    pub fn of_article(article: &Article) -> Vec<Self> {
        if !matches!(article.kind, ArticleKind::Manual | ArticleKind::Faq) {
            return Vec::new();
        }
        let texts = LANGS.into_iter().filter(|lang| article.speaks(*lang)).filter_map(|lang| article.text(lang));
        texts
            .map(|text| {
                let title = plain(&text.title);
                let headings: Vec<_> = text.headings.iter().map(|heading| (plain(&heading.text), heading.id.clone())).collect();
                let words =
                    headings.iter().map(|(heading, _)| heading.as_str()).chain([title.as_str()]).flat_map(words).collect();
                Self {
                    article: article.id,
                    lang: text.lang,
                    title,
                    headings,
                    text: plain(&format!("{} {}", text.summary, text.plain)),
                    words,
                }
            })
            .collect()
    }

    /// Returns how well the page fits, with the heading that fits best; None where a word is nowhere.
    fn rank(&self, asked: &[String]) -> Option<(usize, Option<usize>)> {
        let mut sum = 0;
        let mut best: Vec<usize> = vec![0; self.headings.len()];
        for word in asked {
            let mut points = 0;
            if self.title.contains(word.as_str()) {
                points += 12;
            }
            for (at, (heading, _)) in self.headings.iter().enumerate() {
                if heading.contains(word.as_str()) {
                    best[at] += 1;
                    points += 6;
                }
            }
            if self.text.contains(word.as_str()) {
                points += 2;
            }
            if points == 0 && self.words.iter().any(|other| alike(word, other)) {
                points = 3;
            }
            if points == 0 {
                return None;
            }
            sum += points.min(20);
        }
        let heading =
            best.iter().enumerate().filter(|(_, found)| **found > 0).max_by_key(|(at, found)| (**found, usize::MAX - at));
        Some((sum, heading.map(|(at, _)| at)))
    }
}

fn plain(text: &str) -> String {
    // A typed apostrophe is straight, a printed one is not.
    normalise(&manao_domain::thai::plain(text.to_owned())).to_lowercase().replace('’', "'")
}

fn segmenter() -> WordSegmenterBorrowed<'static> {
    WordSegmenter::new_lstm(WordBreakInvariantOptions::default())
}

fn words(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let segmenter = segmenter();
    let mut from = 0;
    for to in segmenter.segment_str(text) {
        let word = text[from..to].trim();
        from = to;
        if word.chars().any(char::is_alphanumeric) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Whether a mistyped word is this one.
fn alike(word: &str, other: &str) -> bool {
    let length = word.chars().count();
    let most = match length {
        0..=3 => return false,
        4..=6 => 1,
        _ => 2,
    };
    length.abs_diff(other.chars().count()) <= most && strsim::damerau_levenshtein(word, other) <= most
}

/// Returns the pages that hold every word of a search, the best first.
pub fn search<'a>(articles: &'a [Article], searchable: &'a [Searchable], asked: &str, lang: Lang, most: usize) -> Vec<Hit<'a>> {
    let asked: String = asked.chars().take(LENGTH).collect();
    let mut words = words(&plain(&asked));
    words.truncate(WORDS);
    if words.is_empty() {
        return Vec::new();
    }
    let ranked = |own: bool| -> Vec<(usize, &Searchable, Option<usize>)> {
        let pages = searchable.iter().filter(|page| (page.lang == lang) == own);
        pages.filter_map(|page| page.rank(&words).map(|(points, heading)| (points, page, heading))).collect()
    };
    let mut found = ranked(true);
    // Thai readers type English words too. Anchors are the same in both languages.
    if found.is_empty() {
        found = ranked(false);
    }
    found.sort_by_key(|(points, ..)| usize::MAX - points);
    let hits = found.into_iter().take(most).filter_map(|(_, page, heading)| {
        let article = articles.iter().find(|article| article.id == page.article)?;
        let text = article.text(lang)?;
        let anchor = heading.and_then(|at| page.headings.get(at)).map(|(_, id)| id);
        let heading = text
            .headings
            .iter()
            .find(|heading| Some(&heading.id) == anchor)
            .map(|heading| (heading.id.as_str(), heading.text.as_str()));
        Some(Hit { article, heading, excerpt: excerpt(&text.plain, &words, &text.summary) })
    });
    hits.collect()
}

/// Returns the text around the first found word, cut between words; the summary where it is not in the text.
fn excerpt(text: &str, words: &[String], summary: &str) -> String {
    let lower = text.to_lowercase();
    let Some(at) = words.iter().filter_map(|word| lower.find(word.as_str())).min().filter(|_| lower.len() == text.len()) else {
        return summary.to_owned();
    };
    let before = text[..at].chars().count();
    let from = before.saturating_sub(EXCERPT);
    let part: String = text.chars().skip(from).take(EXCERPT * 2 + 20).collect();
    let begins = if from > 0 { "…" } else { "" };
    let ends = if part.chars().count() == EXCERPT * 2 + 20 { "…" } else { "" };
    format!("{begins}{}{ends}", part.trim())
}
