/** Names of files and their URIs, by the rules of Windows and of other systems. */
import assert from 'node:assert/strict';
import { fileNames, pathOf, uriOf } from '../../../server/src/questions/files/places.ts';

const windows = { folder: 'C:\\models\\shop', platform: 'win32' } as const;
const linux = { folder: '/models/shop', platform: 'linux' } as const;

describe('the URI of a file', () => {
  it('is found from paths of Windows, with either slash, drive or share', () => {
    assert.equal(uriOf('a b.aft', windows), 'file:///c%3A/models/shop/a%20b.aft');
    assert.equal(uriOf('..\\lib/c.aft', windows), 'file:///c%3A/models/lib/c.aft');
    assert.equal(uriOf('D:\\x#1.aft', windows), 'file:///d%3A/x%231.aft');
    assert.equal(uriOf('\\\\host\\share\\x.aft', windows), 'file://host/share/x.aft');
    assert.equal(uriOf('\\\\?\\C:\\x\\a.aft', windows), 'file:///c%3A/x/a.aft');
    assert.equal(uriOf('\\\\?\\UNC\\host\\share\\x.aft', windows), 'file://host/share/x.aft');
  });

  it('keeps a backslash as part of a name elsewhere', () => {
    assert.equal(uriOf('a\\b.aft', linux), 'file:///models/shop/a%5Cb.aft');
  });

  it('ends as the files of the language do', () => {
    assert.equal(uriOf('x.txt', linux), 'file:///models/shop/x.txt.aft');
    assert.equal(uriOf('-', linux), 'file:///models/shop/%3Cstdin%3E.aft');
  });

  it('leads back to the path', () => {
    assert.equal(pathOf(uriOf('..\\50%\\ü.aft', windows), 'win32'), 'c:\\models\\50%\\ü.aft');
    assert.equal(pathOf(uriOf('//host/share/x.aft', windows), 'win32'), '\\\\host\\share\\x.aft');
    assert.equal(pathOf(uriOf('a\\b #%.aft', linux), 'linux'), '/models/shop/a\\b #%.aft');
  });
});

describe('the name of a file', () => {
  it('is the one that was given, even where another drive letter case was', () => {
    const nameOf = fileNames(['.\\a.aft', 'c:\\Models\\b.aft', '-'], windows);
    assert.equal(nameOf('file:///c%3A/models/shop/a.aft'), '.\\a.aft');
    assert.equal(nameOf('file:///c%3A/Models/b.aft'), 'c:\\Models\\b.aft');
    assert.equal(nameOf(uriOf('-', windows)), '<stdin>');
  });

  it('is the path from the working directory for a file that was not given', () => {
    assert.equal(fileNames([], windows)('file:///c%3A/models/lib/c.aft'), '..\\lib\\c.aft');
    assert.equal(fileNames([], linux)('file:///models/shop/lib/c.aft'), 'lib/c.aft');
  });

  it('is the word of the import for the standard library', () => {
    assert.equal(fileNames([], linux)('aftermath:/std/murano.aft'), 'std/murano.aft');
  });
});
