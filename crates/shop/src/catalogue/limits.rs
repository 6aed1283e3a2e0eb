//! Limits for one query. Our own need a fifth of them; clients that need more can send two.

use manao_kernel::problem::{Problem, codes};

/// Bytes of a body. Our longest has some 1,200.
pub const BODY: usize = 8 * 1024;
/// Names, numbers, strings and punctuation of a query.
pub const TOKENS: usize = 1000;
/// Nested brackets of any kind: the depth to which a recursive parser may be led.
pub const NESTING: usize = 20;
/// Letters of one name.
pub const NAME: usize = 64;
pub const VARIABLES: usize = 10;
pub const OPERATIONS: usize = 1;
pub const FRAGMENTS: usize = 20;
pub const SPREADS: usize = 40;
pub const ALIASES: usize = 30;
pub const DIRECTIVES: usize = 20;
/// Depth of fields, with fragments expanded. Ours need 6.
pub const DEPTH: usize = 10;
/// Values of the answer, with lists as estimated. Ours need some 3,000.
pub const COST: usize = 4000;
/// Bytes of an answer to a query that is not one of our pages': aliases can repeat long texts many times.
pub const ANSWER: usize = 256 * 1024;
/// Words of a search that are used.
pub const WORDS: usize = 10;

/// Returns the problem of a query that exceeds this limit.
pub fn over(limit: &'static str, most: usize) -> Problem {
    Problem::new(codes::query_too_costly).param("limit", limit).param("most", most)
}

/// Counts towards a limit.
#[derive(Debug)]
pub struct Count {
    limit: &'static str,
    most: usize,
    counted: usize,
}

impl Count {
    pub fn new(limit: &'static str, most: usize) -> Self {
        Self { limit, most, counted: 0 }
    }

    /// # Errors
    /// When there are too many.
    pub fn add(&mut self, more: usize) -> Result<(), Problem> {
        self.counted = self.counted.saturating_add(more);
        if self.counted > self.most { Err(over(self.limit, self.most)) } else { Ok(()) }
    }
}
