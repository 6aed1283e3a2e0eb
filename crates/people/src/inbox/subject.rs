//! The subject of a message.

use manao_domain::text_enum;

text_enum! {
    /// A kind of subject. Its owner loads its state by its id.
    SubjectKind {
        /// A membership offer, which the reader may answer
        Offer = "offer",
        /// A proposed time of a match, which the reader may answer
        Proposal = "proposal",
        Match = "match",
    }
}

/// The subject of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    pub kind: SubjectKind,
    pub id: i64,
}

impl Subject {
    pub fn new(kind: SubjectKind, id: i64) -> Self {
        Self { kind, id }
    }
}
