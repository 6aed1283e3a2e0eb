//! Paging parameters and answers, the same for every list.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

const MOST: u32 = 100;
const LAST: u32 = 10_000;

/// A requested page; out-of-range values are clamped.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// Number of the page, from 1
    page: u32,
    /// Items per page, at most 100
    per_page: u32,
}

impl Default for Paging {
    fn default() -> Self {
        Self::new(Self::first(), Self::usual())
    }
}

impl Paging {
    pub fn new(page: u32, per_page: u32) -> Self {
        Self { page, per_page }
    }

    pub fn first() -> u32 {
        1
    }

    pub fn usual() -> u32 {
        10
    }

    pub fn page(self) -> u32 {
        self.page.clamp(1, LAST)
    }

    pub fn per_page(self) -> u32 {
        self.per_page.clamp(1, MOST)
    }

    /// Returns the value for SQL's `limit`.
    pub fn limit(self) -> i64 {
        self.per_page().into()
    }

    /// Returns the value for SQL's `offset`.
    pub fn offset(self) -> i64 {
        i64::from(self.page() - 1) * self.limit()
    }
}

/// A page of a list; all lists are returned this way.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    pub items: Vec<T>,
    pub page: u32,
    pub per_page: u32,
    /// Number of items on all pages
    pub total: i64,
}

impl<T> Page<T> {
    pub fn new(paging: Paging, items: Vec<T>, total: i64) -> Self {
        Self { items, page: paging.page(), per_page: paging.per_page(), total }
    }
}

#[cfg(test)]
mod tests {
    use super::Paging;

    #[test]
    fn a_page_stays_in_its_bounds() {
        for (page, per_page, limit, offset) in [(1, 10, 10, 0), (3, 20, 20, 40), (0, 0, 1, 0), (2, 5000, 100, 100)] {
            let paging = Paging { page, per_page };
            assert_eq!((paging.limit(), paging.offset()), (limit, offset));
        }
        assert_eq!(Paging { page: u32::MAX, per_page: 100 }.offset(), 9_999 * 100);
    }
}
