//! Compares what a counterparty lists with what our books have.

use std::collections::BTreeMap;

use crate::money::Satang;

text_enum! {
    /// The kind of a listed item
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    ListedKind {
        /// A payment: its amount after fees, refunds and disputes
        Charge = "charge",
        /// A payment to our bank account
        Payout = "payout",
        /// An order at a partner: its cost
        Order = "order",
    }
}

text_enum! {
    /// The reason why an item differs
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    DifferenceReason {
        /// The counterparty has it, and our books do not
        UnknownHere = "unknown_here",
        /// Our books have it, and the counterparty does not
        UnknownThere = "unknown_there",
        /// Both have it, with different amounts
        Amount = "amount",
    }
}

/// Amounts by kind and id.
pub type Listed = BTreeMap<(ListedKind, String), Satang>;

/// An item about which the two sides differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    pub kind: ListedKind,
    /// Id at the counterparty, or our reference of an order there
    pub subject: String,
    pub reason: DifferenceReason,
    pub ours: Satang,
    pub theirs: Satang,
}

/// Returns the items about which the two sides differ, by kind and id.
pub fn differences(ours: &Listed, theirs: &Listed) -> Vec<Difference> {
    let only_theirs = theirs.keys().filter(|key| !ours.contains_key(*key));
    let mut keys: Vec<&(ListedKind, String)> = ours.keys().chain(only_theirs).collect();
    keys.sort_unstable();
    let differing = keys.into_iter().filter_map(|key| {
        let (reason, ours, theirs) = match (ours.get(key), theirs.get(key)) {
            (Some(ours), Some(theirs)) if ours == theirs => return None,
            (Some(ours), Some(theirs)) => (DifferenceReason::Amount, *ours, *theirs),
            (Some(ours), None) => (DifferenceReason::UnknownThere, *ours, Satang::ZERO),
            (None, theirs) => (DifferenceReason::UnknownHere, Satang::ZERO, theirs.copied().unwrap_or_default()),
        };
        Some(Difference { kind: key.0, subject: key.1.clone(), reason, ours, theirs })
    });
    differing.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(items: &[(ListedKind, &str, i64)]) -> Listed {
        items.iter().map(|(kind, subject, amount)| ((*kind, (*subject).to_owned()), Satang(*amount))).collect()
    }

    #[test]
    fn each_item_is_compared_by_itself() {
        use ListedKind::{Charge, Payout};
        let ours = listed(&[(Charge, "a", 100), (Charge, "b", 200), (Charge, "c", 300), (Payout, "a", 7)]);
        let theirs = listed(&[(Charge, "a", 100), (Charge, "b", 250), (Charge, "d", 0), (Payout, "a", 7)]);
        let found: Vec<_> = differences(&ours, &theirs)
            .into_iter()
            .map(|found| (found.subject, found.reason, found.ours.get(), found.theirs.get()))
            .collect();
        assert_eq!(
            found,
            [
                ("b".to_owned(), DifferenceReason::Amount, 200, 250),
                ("c".to_owned(), DifferenceReason::UnknownThere, 300, 0),
                ("d".to_owned(), DifferenceReason::UnknownHere, 0, 0),
            ]
        );
        assert_eq!(differences(&ours, &ours), []);
    }
}
