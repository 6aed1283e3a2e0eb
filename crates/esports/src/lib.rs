//! Esports: teams, promoters, tournaments, registration, brackets and matches.
#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod attached_tournament;
pub mod brackets;
pub mod broadcasts;
pub mod console;
pub mod demo;
pub mod exports;
mod facts;
pub mod inbox_answers;
pub mod matches;
pub mod me;
pub mod messages;
pub mod notice_subjects;
pub mod pages;
pub mod promoters;
pub mod refusals;
pub mod registration;
pub mod teams;
pub mod things;
pub mod tournament_form;
pub mod tournaments;

use manao_kernel::Feature;

/// Every feature of this crate.
pub fn features() -> Vec<Feature> {
    vec![
        brackets::feature(),
        broadcasts::feature(),
        exports::feature(),
        matches::feature(),
        me::feature(),
        messages::feature(),
        promoters::feature(),
        registration::feature(),
        teams::feature(),
        tournament_form::feature(),
        tournaments::feature(),
        Feature { facts: facts::FACTS.to_vec(), ..Feature::new() },
    ]
}
