//! A hold: a stock piece, a flash-sale piece or a coupon's use taken with an order, in the same transaction by one conditional update.
//! `held` until the order's expiry → `used` | `released`; late money takes a released one again.

text_enum! {
    HoldState {
        Held = "held",
        Used = "used",
        Released = "released",
    }
}

text_enum! {
    HoldKind {
        Stock = "stock",
        FlashSale = "flash_sale",
        Coupon = "coupon",
    }
}

text_enum! {
    HoldEvent {
        /// The order was paid.
        Use = "use",
        /// The order expired or was cancelled: the pieces go back.
        Release = "release",
        /// Late money: the pieces are taken anew, if there still are any.
        Retake = "retake",
    }
}

/// How the count that the hold stands on is to be changed, in pieces of the hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pieces {
    Stay,
    GiveBack,
    /// Conditionally: where too few are left the hold stays as it was and the line goes to repair.
    TakeAgain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{event} cannot happen to a hold that is {state}")]
pub struct HoldRefusal {
    pub state: HoldState,
    pub event: HoldEvent,
}

impl HoldRefusal {
    pub const fn code(self) -> &'static str {
        "hold_state_conflict"
    }
}

impl HoldState {
    /// The next state and what happens to the pieces. Repeats change nothing.
    pub fn apply(self, event: HoldEvent) -> Result<(HoldState, Pieces), HoldRefusal> {
        use HoldEvent::*;
        use HoldState::*;
        match (self, event) {
            (Held | Used, Use) => Ok((Used, Pieces::Stay)),
            (Held, Release) => Ok((Released, Pieces::GiveBack)),
            (Released, Release) => Ok((Released, Pieces::Stay)),
            (Released, Retake) => Ok((Held, Pieces::TakeAgain)),
            (Held, Retake) => Ok((Held, Pieces::Stay)),
            (Used, Release | Retake) | (Released, Use) => Err(HoldRefusal { state: self, event }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_and_every_event() {
        use HoldState::*;
        // columns: use, release, retake
        let table = [
            (Held, [Some((Used, Pieces::Stay)), Some((Released, Pieces::GiveBack)), Some((Held, Pieces::Stay))]),
            (Used, [Some((Used, Pieces::Stay)), None, None]),
            (Released, [None, Some((Released, Pieces::Stay)), Some((Held, Pieces::TakeAgain))]),
        ];
        assert_eq!(table.len(), HoldState::ALL.len());
        for (state, row) in table {
            assert_eq!(row.len(), HoldEvent::ALL.len());
            for (event, expected) in HoldEvent::ALL.iter().copied().zip(row) {
                assert_eq!(state.apply(event), expected.ok_or(HoldRefusal { state, event }), "{state} {event}");
            }
        }
    }
}
