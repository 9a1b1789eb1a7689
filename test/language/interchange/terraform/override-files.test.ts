/** Which files of a folder of Terraform or OpenTofu count, and what overrides what. */
import assert from 'node:assert/strict';
import { isTerraformPath } from '../../../../language/src/interchange/terraform/terraform.ts';
import { imported, orders, sentences } from './projects.ts';

describe('override files of Terraform', () => {
  it('override others, argument by argument', () => {
    const model = imported({
      'main.tf':
        'resource "a_b" "c" {\n  x = a_b.d.id\n  y = a_b.f.id\n  lifecycle {\n    create_before_destroy = true\n  }\n}\nresource "a_b" "d" {}\nresource "a_b" "e" {}\nresource "a_b" "f" {}\nvariable "n" { default = 1 }\nmodule "m" {\n  source = "./m"\n  v = a_b.d.id\n}\n',
      'override.tf':
        'resource "a_b" "c" {\n  x = a_b.e.id\n  lifecycle {\n    prevent_destroy = true\n  }\n}\nvariable "n" { default = 2 }\n',
      'z_override.tf': 'resource "a_b" "d" { count = var.n }\nmodule "m" { v = a_b.f.id }\n',
      'm/main.tf': 'variable "v" {}\nresource "a_b" "g" { x = var.v }\n',
    });
    assert.deepEqual(
      model.entities.filter(({ kind, name }) => kind === 'object' && name.includes('a_b')).map(({ name }) => name),
      ["'a_b.c'", "'a_b.d[0]'", "'a_b.d[1]'", "'a_b.e'", "'a_b.f'", "'module.m.a_b.g'"],
    );
    assert.deepEqual(orders(model), [
      'a_b.e destroyed after a_b.c',
      'a_b.f destroyed after a_b.c',
      'a_b.f destroyed after module.m.a_b.g',
    ]);
    const [over] = model.entities.filter(({ name }) => name === "'a_b.c'");
    assert.equal(over?.protected, true);
    assert.deepEqual(
      over.data.map(({ name }) => name),
      ['create_before_destroy'],
    );
  });

  it('are read once where two modules lead to them by two paths', () => {
    const files = {
      'a.tf': 'module "x" { source = "./m/x" }\nmodule "y" { source = "./m/y" }\n',
      'm/x/a.tf': 'module "u" { source = "../u" }\n',
      'm/y/a.tf': 'module "u" { source = "../u" }\n',
      './m/x/../u/a.tf': 'resource "r" "one" {}\n',
      './m/y/../u/a.tf': 'resource "r" "one" {}\n',
    };
    assert.deepEqual(sentences(files), []);
    assert.equal(imported(files).entities.length, 3);
  });

  it('of OpenTofu count before those of Terraform, and those in JSON are named', () => {
    const files = {
      'a.tf': 'resource "a_b" "old" {}',
      'a.tofu': 'resource "a_b" "new" {}',
      'c.tf.json': '{"resource": {}}',
    };
    assert.deepEqual(
      imported(files).entities.map(({ name }) => name),
      ['project', "'a_b.new'"],
    );
    assert.deepEqual(sentences(files), [
      '1 file with a configuration in JSON is left out: "c.tf.json". Import the JSON of "terraform show -json", which has all resources.',
    ]);
    assert.deepEqual(sentences({ 'c.tf.json': '{"resource": {}}' }), [
      'The configuration is written in JSON, which is not read. Import the JSON of "terraform show -json", which has all resources.',
    ]);
    assert.ok(['a.tofu', 'm/a.tf.json'].every(isTerraformPath));
  });
});
