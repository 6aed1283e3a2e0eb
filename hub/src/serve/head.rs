//! Inspects heads as they arrive. Lines end in CRLF (RFC 9112): a proxy before us may read a bare LF differently than we do, and a request could
//! be hidden in that.

/// Longest header name that is looked for, with its colon.
const NAME: usize = "transfer-encoding:".len();

/// The requests of one connection so far.
#[derive(Default)]
pub(super) struct Heads {
    /// Not in a head now: a body, or the stream after an upgrade
    paused: bool,
    /// The bytes after this head are not a head
    has_more: bool,
    /// Part of this head has arrived
    begun: bool,
    /// Length of the line, and its first bytes
    length: usize,
    start: [u8; NAME],
    last: u8,
    bare: bool,
}

impl Heads {
    pub fn look(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.paused {
                return;
            }
            if *byte == b'\n' {
                self.bare |= self.last != b'\r';
                self.end_line();
            } else {
                if *byte != b'\r' {
                    if let Some(place) = self.start.get_mut(self.length) {
                        *place = byte.to_ascii_lowercase();
                    }
                    self.length += 1;
                }
                self.last = *byte;
            }
        }
    }

    fn end_line(&mut self) {
        let start = &self.start[..self.length.min(NAME)];
        self.has_more |= [&b"content-length:"[..], b"transfer-encoding:", b"upgrade:"].iter().any(|name| start.starts_with(name));
        if self.length > 0 {
            self.begun = true;
        } else if self.begun {
            self.paused = self.has_more;
            (self.begun, self.has_more) = (false, false);
        }
        (self.length, self.last) = (0, 0);
    }

    /// Reads a head again from here on.
    pub fn resume(&mut self) {
        self.paused = false;
    }

    /// Whether a line ended in a bare LF.
    pub fn is_bare(&self) -> bool {
        self.bare
    }
}

#[cfg(test)]
mod tests {
    use super::Heads;

    fn is_bare(parts: &[&str]) -> bool {
        let mut heads = Heads::default();
        for part in parts {
            heads.look(part.as_bytes());
        }
        heads.is_bare()
    }

    #[test]
    fn a_bare_line_feed_is_found_in_heads_only() {
        for (parts, bare) in [
            (&["GET / HTTP/1.1\r\nhost: x\r\n\r\n"][..], false),
            (&["GET / HTTP/1.1\r\nhost: x\r", "\n\r", "\n"], false),
            (&["\r\nGET / HTTP/1.1\r\nhost: x\r\n\r\n"], false),
            (&["POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n\n\n"], false),
            (&["POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "\n\n"], false),
            (&["GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", "\n"], false),
            (&["GET / HTTP/1.1\nhost: x\n\n"], true),
            (&["GET / HTTP/1.1\r\nhost: x\na: b\r\n\r\n"], true),
            (&["GET / HTTP/1.1\r\nhost: x\r\n\n"], true),
            (&["GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTTP/1.1\nhost: x\r\n\r\n"], true),
        ] {
            assert_eq!(is_bare(parts), bare, "{parts:?}");
        }
    }

    #[test]
    fn after_a_body_comes_a_head() {
        let mut heads = Heads::default();
        heads.look(b"POST / HTTP/1.1\r\ncontent-length: 1\r\n\r\n\n");
        heads.resume();
        heads.look(b"GET / HTTP/1.1\r\n");
        assert!(!heads.is_bare());
        heads.look(b"host: x\n");
        assert!(heads.is_bare());
    }
}
