//! Pages of the web that the server links to: in messages, mails, notices and the heads of pages.

use std::fmt::Display;

use super::visit::encoded;

/// A page with N parameters; its path is spelled as in `pages.json`, such as `/games/$id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkedPage<const N: usize>(&'static str);

impl<const N: usize> LinkedPage<N> {
    /// Creates a page; called by [`linked_pages!`](crate::linked_pages), which counts the parameters.
    pub const fn new(path: &'static str) -> Self {
        assert!(parameters(path) == N, "a page has as many parameters as its path");
        Self(path)
    }

    /// Returns the page's path on this site, without the language, with these values for its parameters.
    pub fn address(self, values: [&dyn Display; N]) -> String {
        let mut values = values.iter();
        let segments = self.0.split('/').skip(1).map(|segment| match segment.strip_prefix('$').and_then(|_| values.next()) {
            Some(value) => format!("/{}", encoded(&value.to_string())),
            None => format!("/{segment}"),
        });
        segments.collect()
    }
}

impl LinkedPage<0> {
    /// Returns the path of a page without parameters.
    pub const fn path(self) -> &'static str {
        self.0
    }
}

/// Returns how many parameters a path has.
pub const fn parameters(path: &str) -> usize {
    let (bytes, mut at, mut count) = (path.as_bytes(), 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'$' {
            count += 1;
        }
        at += 1;
    }
    count
}

/// Names the pages that an owner links to, and lists their paths as `LINKED`. The server does not start with a web that lacks one.
#[macro_export]
macro_rules! linked_pages {
    ($( $name:ident = $path:literal; )*) => {
        $(pub const $name: $crate::pages::LinkedPage<{ $crate::pages::parameters($path) }> = $crate::pages::LinkedPage::new($path);)*
        pub const LINKED: &[&str] = &[$($path),*];
    };
}

#[cfg(test)]
mod tests {
    crate::linked_pages! {
        HOME = "/";
        GAMES = "/games";
        TAB = "/esport/$id/$tab/all";
    }

    #[test]
    fn an_address_has_its_values_as_segments() {
        assert_eq!((HOME.path(), GAMES.path()), ("/", "/games"));
        assert_eq!((HOME.address([]), GAMES.address([])), ("/".to_owned(), "/games".to_owned()));
        assert_eq!(TAB.address([&7, &"a/ก"]), "/esport/7/a%2F%E0%B8%81/all");
        assert_eq!(LINKED, ["/", "/games", "/esport/$id/$tab/all"]);
    }
}
