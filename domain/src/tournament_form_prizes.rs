//! The prizes for places.

use super::{CAPACITY, FormRefusal, MOST_BAHT, PRIZE, PRIZES, Refusals, TournamentPrize, given, is_longer, refuse_if};
use crate::text::visible;

/// Checks prizes alone, when they are sent later.
pub fn check_prizes(all: &[TournamentPrize]) -> Refusals {
    let mut refusals = Refusals::new();
    refuse_if(&mut refusals, all.len() > PRIZES, "prizes", FormRefusal::TooMany);
    let few = &all[..all.len().min(PRIZES)];
    texts(few, &mut refusals);
    check(few, &mut refusals);
    refusals
}

pub(super) fn texts(all: &[TournamentPrize], refusals: &mut Refusals) {
    for (at, prize) in all.iter().enumerate() {
        let long = is_longer(prize.text.as_deref(), PRIZE);
        refuse_if(refusals, long, format!("prizes[{at}].text"), FormRefusal::TooLong);
    }
}

/// Checks that each place occurs once and has a prize.
pub(super) fn check(all: &[TournamentPrize], refusals: &mut Refusals) {
    for (at, prize) in all.iter().enumerate() {
        let place = given(prize.place, &format!("prizes[{at}].place"), refusals);
        let (wrong, again) = (place.is_some_and(|place| !(1..=*CAPACITY.end()).contains(&place)), {
            place.is_some() && all[..at].iter().any(|before| before.place == place)
        });
        refuse_if(refusals, wrong, format!("prizes[{at}].place"), FormRefusal::OutOfRange);
        refuse_if(refusals, again, format!("prizes[{at}].place"), FormRefusal::Twice);
        let baht = prize.baht.is_some_and(|baht| !(0..=MOST_BAHT).contains(&baht));
        refuse_if(refusals, baht, format!("prizes[{at}].baht"), FormRefusal::OutOfRange);
        let nothing = prize.baht.is_none() && prize.text.as_deref().is_none_or(|text| visible(text).trim().is_empty());
        refuse_if(refusals, nothing, format!("prizes[{at}].baht"), FormRefusal::Missing);
    }
}

/// Returns the sum of all money prizes; None if there are none.
pub fn prize_baht(all: &[TournamentPrize]) -> Option<i64> {
    Some(all.iter().filter_map(|prize| prize.baht).sum()).filter(|baht| *baht > 0)
}
